// Invoice, credit note or cancellation as a sheet that prints on A4 and Letter.
import { dateFormat } from '../../domain/base/time/date-format.ts'
import {
  type BillingDocument,
  type DocumentBuyer,
  numberText,
} from '../../domain/billing/document.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { assetUrl, printScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { LetterheadLogo, Rows, sellerLines } from '../base/letterhead.tsx'
import { lessMoney, money } from '../base/money.ts'
import { unlistedHeaders } from '../base/not-found.tsx'
import { postageCell } from '../base/price-rows.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import { documentPath, kindWords, noTaxText, taxLabel } from './words.ts'

export type DocumentView = {
  readonly document: BillingDocument
  /** Documents that correct an invoice. Empty for other documents. */
  readonly corrections: readonly BillingDocument[]
  /** Time zone of the farm, used for document dates. */
  readonly timeZone: string
  readonly baseUrl: string
  readonly visitor: PageVisitor
}

export function documentPage(view: DocumentView): Response {
  const { document, corrections } = view
  const title = `${kindWords[document.kind]} ${numberText(document)}`
  return pageResponse({
    title,
    visitor: view.visitor,
    headers: unlistedHeaders(),
    script: assetUrl(printScript),
    body: (
      <article class="document" aria-label={title}>
        <Actions document={document} />
        <header class="document-head">
          <h1>
            <span>{kindWords[document.kind]}</span>
            <span class="document-number">{numberText(document)}</span>
          </h1>
          <address>
            <LetterheadLogo />
            <Rows lines={sellerLines(document.content.seller, view.baseUrl)} />
          </address>
        </header>
        <div class="document-facts">
          <section aria-labelledby="bill-to">
            <h2 id="bill-to">{document.kind === 'invoice' ? 'Bill to' : 'Issued to'}</h2>
            <Buyer buyer={document.content.buyer} />
          </section>
          <Facts {...view} />
        </div>
        <Lines document={document} />
        <Notes document={document} corrections={corrections} />
      </article>
    ),
  })
}

function Actions({ document: { content } }: { document: BillingDocument }) {
  const { orderCode } = content
  return (
    <p class="document-actions screen-only">
      {orderCode === null ? (
        <a href="/account/invoices">All invoices</a>
      ) : (
        <a href={orderPagePath(orderCode)}>Back to the order</a>
      )}
      <button type="button" class="quiet" data-print hidden>
        Print or save as PDF
      </button>
    </p>
  )
}

function Buyer({ buyer }: { buyer: DocumentBuyer }) {
  const { company, name, address, email, vatId } = buyer
  return (
    <address>
      <Rows
        lines={[
          ...[company, name].filter((line) => line !== null),
          ...address,
          ...(name === null ? [email] : []),
          ...(vatId === null ? [] : [`VAT ID ${vatId}`]),
        ]}
      />
    </address>
  )
}

function Facts({ document, timeZone }: DocumentView) {
  const { kind, issuedAt, content } = document
  const day = (at: Date) => dateFormat({ dateStyle: 'long' }, timeZone).format(at)
  const { orderCode, movedAt, buyer, correctsNumber } = content
  const facts: readonly (readonly [string, string | null])[] = [
    ['Date of issue', day(issuedAt)],
    [
      kind === 'invoice' ? 'Paid on' : kind === 'credit_note' ? 'Refunded on' : 'Returned on',
      day(movedAt),
    ],
    [kind === 'credit_note' ? 'Of invoice' : 'Of credit note', correctsNumber],
    ['Order', orderCode],
    ['Purchase order', buyer.purchaseOrder],
  ]
  return (
    <dl class="facts">
      {facts.map(([label, value]) =>
        value === null ? (
          ''
        ) : (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  )
}

function Lines({ document }: { document: BillingDocument }) {
  const { content, totalCents } = document
  return (
    <table class="document-lines">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" class="number">
            Quantity
          </th>
          <th scope="col" class="number">
            Amount, USD
          </th>
        </tr>
      </thead>
      <tbody>
        {content.lines.map(({ text, detail, quantity, cents }) => (
          <tr>
            <td>
              <span>{text}</span>
              {detail === null ? '' : <span class="hint">{detail}</span>}
            </td>
            <td class="number">{String(quantity)}</td>
            <td class="number">{money(cents)}</td>
          </tr>
        ))}
        {content.postageCents === null ? (
          ''
        ) : (
          <tr>
            <td>Postage</td>
            <td></td>
            <td class="number">{postageCell(content.postageCents, english)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <SumRow label={totalLabels[document.kind]} value={money(totalCents)} isTotal />
        <TaxRows document={document} />
        <MeansRows document={document} />
      </tfoot>
    </table>
  )
}

const totalLabels = {
  invoice: 'Total',
  credit_note: 'Total refunded',
  cancellation: 'Total reversed',
} as const

function SumRow({
  label,
  value,
  isTotal = false,
}: {
  label: string
  value: string
  isTotal?: boolean
}) {
  return (
    <tr class={isTotal ? 'total' : undefined}>
      <th scope="row" colspan={2}>
        {label}
      </th>
      <td class="number">{value}</td>
    </tr>
  )
}

function TaxRows({ document: { tax, totalCents } }: { document: BillingDocument }) {
  if (tax === null) return ''
  return (
    <>
      <SumRow label="Net amount" value={money(totalCents - tax.taxCents)} />
      <SumRow label={taxLabel(tax.rate)} value={money(tax.taxCents)} />
    </>
  )
}

/** Rows for the payment method, or the recipient of the money. */
function MeansRows({ document: { kind, totalCents, content } }: { document: BillingDocument }) {
  const { giftCents } = content
  const cardCents = totalCents - giftCents
  const [gift, card] =
    kind === 'invoice'
      ? ['Paid by gift card', 'Paid by card']
      : ['Of this, to the gift card', 'Of this, to the card']
  return (
    <>
      {giftCents === 0 ? '' : <SumRow label={gift} value={money(giftCents)} />}
      {cardCents === 0 ? '' : <SumRow label={card} value={money(cardCents)} />}
    </>
  )
}

function Notes({ document, corrections }: Pick<DocumentView, 'document' | 'corrections'>) {
  return (
    <section class="document-notes">
      {document.tax === null ? <p>{noTaxText(document)}</p> : ''}
      <p>All amounts are in US dollars.</p>
      {corrections.length === 0 ? (
        ''
      ) : (
        <>
          <h2>Corrections of this invoice</h2>
          <ul>
            {corrections.map((each) => (
              <li>
                <a href={documentPath(each)}>
                  {`${kindWords[each.kind]} ${each.kind === 'cancellation' ? `${each.content.correctsNumber}: ` : ''}${numberText(each)}`}
                </a>
                {`, ${each.kind === 'credit_note' ? lessMoney(each.totalCents) : money(each.totalCents)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
