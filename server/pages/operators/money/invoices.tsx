// /operator/invoices: the invoices and credit notes of a month, their totals by tax rate, and the search by number.
import { monthText } from '../../../domain/base/time/month.ts'
import { type BillingDocument, numberText, signedCents } from '../../../domain/billing/document.ts'
import type { MonthSums } from '../../../domain/billing/ports.ts'
import { documentsPerPage } from '../../../domain/billing/read-documents.ts'
import { rateText } from '../../../domain/billing/tax.ts'
import type { InvoiceList } from '../../../domain/desk/invoices.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Pager } from '../../../html/pager.tsx'
import { Section } from '../../../html/section.tsx'
import { signedMoney } from '../../base/money.ts'
import { documentPath, kindWords } from '../../billing/words.ts'
import { momentColumn } from '../parts/columns.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { invoicesPath } from '../parts/money-paths.ts'
import { MonthChoice } from '../parts/month-choice.tsx'
import { OrderLink } from '../parts/order-link.tsx'

export type InvoicesView = DeskView &
  InvoiceList & {
    /** Search term without a result. '' without a search. */
    readonly notFound: string
  }

const monthPath = (month: string): string => `${invoicesPath}?month=${month}`

export function invoicesPage(view: InvoicesView): Response {
  const { user, month, documents, sums, page, notFound } = view
  return deskScreen({
    tab: 'money',
    user,
    title: 'Invoices',
    heading: 'Invoices and credit notes',
    beside: [
      <a href="/operator/money">Money</a>,
      <span class="actions end">
        <a href={`${invoicesPath}.csv?month=${month}`}>Download the month as CSV</a>
      </span>,
    ],
    ...(notFound !== '' && {
      status: 404,
      notice: { kind: 'warning', text: notFoundText(notFound) },
    }),
    body: (
      <>
        <Choice month={month} />
        <Sums sums={sums} month={month} />
        <Section id="documents" title={monthText(month)}>
          <Documents documents={documents} user={user} />
          <Pager
            page={page}
            pages={Math.max(1, Math.ceil(sums.documents / documentsPerPage))}
            perPage={documentsPerPage}
            shown={documents.length}
            total={sums.documents}
            pathOf={(each) => `${monthPath(month)}&page=${each}`}
          />
        </Section>
      </>
    ),
  })
}

const notFoundText = (text: string): string =>
  `There is no invoice or credit note “${text}”. A number is like 2026-000123 or C2026-000007; the code of an order finds its invoice.`

function Choice({ month }: { month: string }) {
  return (
    <div class="row apart">
      <MonthChoice month={month} pathOf={monthPath} />
      <form class="search" method="get" action={invoicesPath}>
        <input
          name="q"
          type="search"
          aria-label="Number, or code of an order"
          placeholder="Number or order code"
          maxlength="40"
          autocomplete="off"
        />
        <button type="submit" class="quiet">
          Find
        </button>
      </form>
    </div>
  )
}

function Sums({ sums: { byRate }, month }: { sums: MonthSums; month: string }) {
  return (
    <Section id="sums" title="By country and tax rate">
      <DataTable
        caption={`Sums of ${monthText(month)} by country and tax rate`}
        rows={byRate}
        empty="Nothing was issued in this month."
        columns={[
          { label: 'Country', text: ({ country }) => country ?? 'None' },
          { label: 'Tax rate', text: ({ rate }) => (rate === null ? 'None' : rateText(rate)) },
          {
            label: 'Net',
            kind: 'number',
            text: ({ totalCents, taxCents }) => signedMoney(totalCents - taxCents),
          },
          { label: 'Included tax', kind: 'number', text: ({ taxCents }) => signedMoney(taxCents) },
          { label: 'Total', kind: 'number', text: ({ totalCents }) => signedMoney(totalCents) },
        ]}
      />
    </Section>
  )
}

const subjectWords = { prints: '', gift_card: 'Gift card', credits: 'Credits' } as const

type DocumentsProps = { documents: readonly BillingDocument[]; user: DeskUser }

function Documents({ documents, user }: DocumentsProps) {
  return (
    <DataTable
      caption="Invoices and credit notes in the order of their issue"
      rows={documents}
      empty="None in this month. An invoice is issued within a minute of a payment, a credit note when a refund is confirmed."
      columns={[
        {
          label: 'Number',
          cell: (document) => (
            <a href={documentPath(document)}>
              <code>{numberText(document)}</code>
            </a>
          ),
        },
        { label: 'Kind', text: ({ kind }) => kindWords[kind] },
        momentColumn('Issued', user, 'issuedAt'),
        {
          label: 'About',
          cell: ({ content: { orderCode, subject } }) =>
            orderCode === null ? (
              <span>{subjectWords[subject]}</span>
            ) : (
              <OrderLink code={orderCode} />
            ),
        },
        {
          label: 'Buyer',
          kind: 'rest',
          text: ({ content: { buyer } }) => buyer.company ?? buyer.name ?? buyer.email,
        },
        { label: 'Country', text: ({ country }) => country ?? '' },
        {
          label: 'Tax',
          kind: 'number',
          text: ({ kind, tax }) =>
            tax === null ? '' : signedMoney(signedCents({ kind, totalCents: tax.taxCents })),
        },
        {
          label: 'Total',
          kind: 'number',
          text: (document) => signedMoney(signedCents(document)),
        },
      ]}
    />
  )
}
