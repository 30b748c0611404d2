// /operator/disputes: payments that banks withdraw or report as fraud.
import type { DisputeList } from '../../../domain/desk/disputes.ts'
import { reasonWords } from '../../../domain/orders/reversals/dispute.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { momentColumn, moneyColumn } from '../parts/columns.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { disputePath, warningPath } from './dispute-paths.ts'
import { DisputeState } from './dispute-state.tsx'
import { PaidOrder } from './paid-order.tsx'

export function disputesPage(view: DeskView & DisputeList): Response {
  const { user, disputes, warnings } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title: 'Disputes',
    beside: <a href="/operator/money">Money</a>,
    body: (
      <>
        <DataTable
          caption="Disputes, those to answer first"
          rows={disputes}
          empty="None. Banks dispute payments for several months after the payment. New disputes appear here automatically."
          columns={[
            {
              label: 'Dispute',
              cell: ({ id }) => <a href={disputePath(id)}>{id}</a>,
            },
            { label: 'Order', cell: PaidOrder },
            { label: 'Reason', text: ({ reason }) => reasonWords(reason) },
            moneyColumn('Amount', 'amountCents'),
            { label: 'State', cell: (dispute) => <DisputeState dispute={dispute} /> },
            momentColumn('Respond by', user, 'evidenceDueAt', 'not known'),
          ]}
        />
        <Section id="warnings" title="Reported as fraud">
          <DataTable
            caption="Payments that banks reported as fraud, the oldest first"
            rows={warnings}
            empty="None."
            columns={[
              {
                label: 'Warning',
                cell: ({ id }) => <a href={warningPath(id)}>{id}</a>,
              },
              { label: 'Order', cell: PaidOrder },
              { label: 'Payment', text: ({ paymentId }) => paymentId },
              { label: 'Report', text: ({ fraudType }) => reasonWords(fraudType) },
              momentColumn('Reported', user, 'warnedAt'),
            ]}
          />
        </Section>
      </>
    ),
  })
}
