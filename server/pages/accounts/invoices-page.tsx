// /account/invoices: documents issued to the account, and the default invoice details of its orders.
import { type BuyerDetails, buyerFields } from '../../domain/accounts/buyer.ts'
import { type BillingDocument, numberText, signedCents } from '../../domain/billing/document.ts'
import type { FieldErrors } from '../../html/form-fields.tsx'
import { Notice, type NoticeProps } from '../../html/notice.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { correctFields } from '../base/correct-fields.ts'
import { pageResponse } from '../base/layout.tsx'
import { signedMoney } from '../base/money.ts'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { BuyerFields, buyerLabel } from '../billing/buyer-fields.tsx'
import { documentPath, kindWords } from '../billing/words.ts'
import { english } from '../languages/words.ts'
import { AccountFrame } from './frame.tsx'

export const accountInvoicesPath = '/account/invoices'

export type AccountInvoicesView = {
  readonly documents: readonly BillingDocument[]
  /** Starts at 1. */
  readonly page: number
  readonly hasMore: boolean
  /** Stored entries, or the typed ones if they were refused. */
  readonly entries: { readonly [Name in keyof BuyerDetails]: string }
  readonly errors: FieldErrors
  readonly visitor: PageVisitor
  readonly notice?: NoticeProps
}

export function accountInvoicesPage(view: AccountInvoicesView): Response {
  const { visitor, errors, notice } = view
  const isRefused = Object.keys(errors).length > 0
  return pageResponse({
    title: isRefused ? 'Error: Your invoices' : 'Your invoices',
    visitor,
    isWide: true,
    status: isRefused ? 400 : 200,
    script: assetUrl(accountScript),
    body: (
      <AccountFrame current={accountInvoicesPath}>
        {notice === undefined ? '' : <Notice {...notice} />}
        {isRefused ? (
          <Notice
            kind="error"
            text={correctFields(errors)}
            fields={buyerFields.flatMap((name) =>
              errors[name] === undefined ? [] : [{ id: name, label: buyerLabel(english, name) }],
            )}
            errors={errors}
          />
        ) : (
          ''
        )}
        <h1>Your invoices</h1>
        <div class="account-columns">
          <div>
            <Documents {...view} />
          </div>
          <div>
            <Defaults {...view} />
          </div>
        </div>
      </AccountFrame>
    ),
  })
}

function Documents({ documents, page, hasMore }: AccountInvoicesView) {
  return (
    <section class="panel" aria-labelledby="invoices">
      <h2 id="invoices">Invoices and credit notes</h2>
      {documents.length === 0 ? (
        <p>
          None yet. Every paid order, gift card and pack of credits gets an invoice within a minute
          of its payment.
        </p>
      ) : (
        <ul class="items">
          {documents.map((document) => (
            <DocumentLine document={document} />
          ))}
        </ul>
      )}
      {page === 1 && !hasMore ? (
        ''
      ) : (
        <p class="row apart">
          <span>
            {page > 1 ? <a href={`${accountInvoicesPath}?page=${page - 1}`}>Newer</a> : ''}
          </span>
          <span>
            {hasMore ? <a href={`${accountInvoicesPath}?page=${page + 1}`}>Older</a> : ''}
          </span>
        </p>
      )}
    </section>
  )
}

const subjectWords = { prints: 'Order', gift_card: 'Gift card', credits: 'Credits' } as const

function DocumentLine({ document }: { document: BillingDocument }) {
  const { kind, issuedAt, content } = document
  const cents = signedCents(document)
  return (
    <li>
      <div>
        <a class="strong" href={documentPath(document)}>
          {`${kindWords[kind]} ${numberText(document)}`}
        </a>
        <p class="hint">
          <span>{content.orderCode ?? subjectWords[content.subject]}</span>,{' '}
          <Time at={issuedAt} words={english} />
        </p>
      </div>
      <span>{signedMoney(cents)}</span>
    </li>
  )
}

function Defaults({ entries, errors }: AccountInvoicesView) {
  return (
    <section class="panel" aria-labelledby="buyer">
      <h2 id="buyer">On your invoices</h2>
      <p>
        New orders state this, also those of programs, unless an order says otherwise. Issued
        invoices stay as they are.
      </p>
      <form method="post" action={accountInvoicesPath}>
        <BuyerFields entries={(name) => entries[name]} errors={errors} words={english} />
        <button type="submit" class="quiet">
          Save
        </button>
      </form>
    </section>
  )
}
