// /gift-cards: buys a gift card and shows the balance of one.
import { giftAmountCents, maxGiftMessage } from '../../domain/gift-cards/buy.ts'
import { type FieldErrors, TextArea, TextField } from '../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { FormKey } from '../base/form-key.tsx'
import { pageResponse } from '../base/layout.tsx'
import { shortMoney } from '../base/money.ts'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'

export type GiftCardsView = {
  readonly formTargets: readonly string[]
  readonly visitor: PageVisitor
  /** Hidden key of the purchase form. */
  readonly formKey: string
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
  /** Result of a balance check. */
  readonly checked?: { readonly kind: NoticeKind; readonly text: string }
  /** Returns the typed value of a field. */
  readonly entries?: (name: string) => string
  readonly errors?: FieldErrors
}

const { min, max } = giftAmountCents

export function giftCardsPage(view: GiftCardsView): Response {
  const { status = 200, notice, visitor, formTargets, errors = {} } = view
  const marksFields = Object.keys(errors).length > 0
  return pageResponse({
    title: notice?.kind === 'error' ? 'Error: Gift cards' : 'Gift cards',
    visitor: view.visitor,
    status,
    headers: unlistedHeaders(),
    formTargets,
    body: (
      <>
        <h1>Gift cards</h1>
        <p class="lead">
          {`From ${shortMoney(min)} to ${shortMoney(max)}. We email the code, which pays for orders at the checkout.`}
        </p>
        {/* A marked field already shows the error. */}
        {notice === undefined || marksFields ? '' : <Notice {...notice} />}
        {/* Buying and checking require an account. */}
        {visitor.isSignedIn ? (
          <div class="columns">
            <Buy {...view} />
            <Check {...view} />
          </div>
        ) : (
          <p>
            <a class="button" href="/account?next=%2Fgift-cards">
              Sign in to buy or check a gift card
            </a>
          </p>
        )}
      </>
    ),
  })
}

const none = () => ''

function Buy({ formKey, entries = none, errors = {} }: GiftCardsView) {
  return (
    <section class="panel" aria-labelledby="buy">
      <h2 id="buy">Buy a gift card</h2>
      <form method="post" action="/gift-cards/buy">
        <FormKey value={formKey} />
        <TextField
          name="amount"
          label="Amount in US dollars"
          value={entries('amount')}
          errors={errors}
          input={{ required: true, inputmode: 'decimal', autocomplete: 'off' }}
        />
        <TextField
          name="recipientEmail"
          label="Email of the recipient"
          value={entries('recipientEmail')}
          errors={errors}
          input={{ type: 'email', required: true, autocomplete: 'off' }}
        />
        <TextArea
          name="message"
          label="Message (optional)"
          value={entries('message')}
          errors={errors}
          area={{ rows: 3, maxlength: maxGiftMessage }}
        />
        <button type="submit">Continue to payment</button>
      </form>
    </section>
  )
}

function Check({ entries = none, errors = {}, checked }: GiftCardsView) {
  return (
    <section class="panel" aria-labelledby="check">
      <h2 id="check">Check a balance</h2>
      <form method="post" action="/gift-cards/check">
        <TextField
          name="code"
          label="Code"
          value={entries('code')}
          errors={errors}
          input={{
            required: true,
            autocomplete: 'off',
            maxlength: 40,
            placeholder: 'GIFT-XXXX-XXXX-XXXX',
          }}
        />
        <button type="submit" class="quiet">
          Check the balance
        </button>
      </form>
      {checked === undefined ? '' : <Notice {...checked} hasFocus={true} />}
    </section>
  )
}
