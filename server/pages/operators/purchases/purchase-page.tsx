// /operator/purchases/{id}: a gift card or pack of credits, its returns and debts, and the operator's actions.
import {
  maxEmailAddressCharacters,
  maxReasonCharacters,
} from '../../../domain/base/text/text-lengths.ts'
import type { PurchaseGoods } from '../../../domain/gift-cards/ports.ts'
import {
  type Debt,
  returnableCents,
  type SoldPurchase,
} from '../../../domain/operators/purchase-desk.ts'
import { openRefundOf } from '../../../domain/operators/refund-purchase.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Hidden, TextField } from '../../../html/form-fields.tsx'
import type { Child } from '../../../html/markup.ts'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { momentColumn, moneyColumn } from '../parts/columns.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'

export const purchasesPath = '/operator/purchases'
export const purchasePath = (id: string): string => `${purchasesPath}/${encodeURIComponent(id)}`

export const goodsText = (goods: PurchaseGoods): string =>
  goods.kind === 'credits' ? `${goods.credits} credits` : `Gift card for ${goods.recipientEmail}`

export function purchasePage(view: DeskView & { readonly purchase: SoldPurchase }): Response {
  const { user, purchase } = view
  const { goods, returns, debts } = purchase
  const time = (at: Date | null) =>
    at === null ? 'no' : <Moment at={at} timeZone={user.timeZone} />
  return deskScreen({
    ...view,
    tab: 'money',
    title: goodsText(goods),
    beside: <a href={purchasesPath}>Gift cards and credits</a>,
    body: (
      <>
        <dl class="facts">
          <dt>Buyer</dt>
          <dd>{purchase.buyerEmail}</dd>
          <dt>Price</dt>
          <dd>{money(purchase.amountCents)}</dd>
          <dt>Not spent</dt>
          <dd>{money(purchase.unspentCents)}</dd>
          <dt>Payment</dt>
          <dd>{purchase.paymentId ?? 'none'}</dd>
          <dt>Paid</dt>
          <dd>{time(purchase.paidAt)}</dd>
          <dt>Void</dt>
          <dd>{time(purchase.voidedAt)}</dd>
        </dl>
        {returns.length === 0 ? (
          ''
        ) : (
          <DataTable
            caption="How its payment was reversed"
            showCaption
            rows={returns}
            empty="It did not."
            columns={[
              { label: 'By', text: ({ kind, id }) => `${kind} ${id}` },
              moneyColumn('Amount', 'cents'),
              moneyColumn('Withdrawn', 'takenCents'),
              momentColumn('Noticed', user, 'at'),
              momentColumn('Came back', user, 'reinstatedAt'),
            ]}
          />
        )}
        {debts.map((debt) => (
          <DebtSection purchase={purchase} debt={debt} user={user} />
        ))}
        {user.role === 'viewer' ? '' : <Actions purchase={purchase} />}
      </>
    ),
  })
}

type DebtProps = { purchase: SoldPurchase; debt: Debt; user: DeskUser }

function DebtSection({ purchase, debt, user }: DebtProps) {
  const { id, cents, leftCents, owedBackCents, note } = debt
  return (
    <Section id={`debt-${id}`} title="Debt">
      <p>{`${money(cents)} was spent before the payment was reversed; ${money(leftCents)} is owed.`}</p>
      {owedBackCents === 0 ? (
        ''
      ) : (
        <p>{`The payment came back after the buyer had paid: ${money(owedBackCents)} is owed back to the buyer.`}</p>
      )}
      {note === null ? '' : <p class="hint">{note}</p>}
      {leftCents + owedBackCents === 0 || user.role === 'viewer' ? (
        ''
      ) : (
        <form method="post" action={purchasePath(purchase.id)} class="narrow-form">
          <Hidden name="debt" value={id} />
          <TextField
            name="note"
            id={`note-${id}`}
            label="Note"
            value=""
            hint="For example: paid by bank transfer."
            errors={{}}
            input={{ maxlength: maxReasonCharacters, required: true, autocomplete: 'off' }}
          />
          <p class="row">
            {leftCents > 0 ? (
              <>
                <button type="submit" name="action" value="settle" class="quiet">
                  It was paid
                </button>
                <button type="submit" name="action" value="write-off" class="danger">
                  Write it off
                </button>
              </>
            ) : (
              <>
                <button type="submit" name="action" value="pay-back" class="quiet">
                  It was paid back
                </button>
                <button type="submit" name="action" value="credit" class="quiet">
                  Credit it
                </button>
              </>
            )}
          </p>
        </form>
      )}
    </Section>
  )
}

function Actions({ purchase }: { purchase: SoldPurchase }) {
  const { goods, voidedAt, unspentCents } = purchase
  const open = openRefundOf(purchase)
  const refundable = open?.amountCents ?? Math.min(unspentCents, returnableCents(purchase))
  const isCard = goods.kind === 'gift_card' && voidedAt === null
  return (
    <>
      {refundable === 0 ? (
        ''
      ) : (
        <Section id="refund" title="Refund">
          {open === null ? (
            ''
          ) : (
            <p class="hint">
              It was requested before and is not confirmed yet. A repeat asks the card processor for
              it again; no money is moved twice.
            </p>
          )}
          <ActionForm purchase={purchase} action="refund" button={`Refund ${money(refundable)}`}>
            <TextField
              name="reason"
              label="Reason"
              value=""
              errors={{}}
              input={{ maxlength: maxReasonCharacters, required: true, autocomplete: 'off' }}
            />
          </ActionForm>
        </Section>
      )}
      {isCard ? (
        <Section id="reissue" title="Send to another address">
          <ActionForm purchase={purchase} action="reissue" button="Send under another code">
            <TextField
              name="email"
              label="Email"
              value=""
              errors={{}}
              input={{
                type: 'email',
                maxlength: maxEmailAddressCharacters,
                required: true,
                autocomplete: 'off',
              }}
            />
          </ActionForm>
        </Section>
      ) : (
        ''
      )}
      {isCard ? (
        <Section id="void" title="Void">
          <ActionForm purchase={purchase} action="void" button="Void the gift card" />
        </Section>
      ) : (
        ''
      )}
    </>
  )
}

type ActionProps = {
  purchase: SoldPurchase
  action: string
  button: string
  children?: Child
}

function ActionForm({ purchase, action, button, children }: ActionProps) {
  return (
    <form method="post" action={purchasePath(purchase.id)} class="narrow-form">
      <Hidden name="action" value={action} />
      {children ?? ''}
      <button type="submit" class={action === 'reissue' ? 'quiet' : 'danger'}>
        {button}
      </button>
    </form>
  )
}
