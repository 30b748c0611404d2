// /operator/disputes: what banks take back, and what they report as fraud.
import { type Dispute, reasonWords } from '../../../domain/orders/disputes/dispute.ts'
import type { ListedWarning } from '../../../domain/orders/disputes/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Notice, type NoticeProps } from '../../../html/notice.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { type DeskUser, deskPage } from '../desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { disputePath, warningPath } from './dispute-paths.ts'
import { DisputeState } from './dispute-state.tsx'
import { PaidOrder } from './paid-order.tsx'

export type DisputesView = {
  readonly disputes: readonly (Dispute & { readonly code: string | null })[]
  readonly warnings: readonly ListedWarning[]
  readonly notice?: NoticeProps
}

export function disputesPage(
  user: DeskUser,
  { disputes, warnings, notice }: DisputesView,
): Response {
  const time = (at: Date | null) =>
    at === null ? 'not known' : <Moment at={at} timeZone={user.timeZone} />
  return deskPage({
    tab: 'money',
    user,
    title: 'Disputes',
    body: (
      <>
        <div class="page-head">
          <h1>Disputes</h1>
          <a href="/operator/money">Money</a>
        </div>
        {notice === undefined ? '' : <Notice {...notice} />}
        <DataTable
          caption="Disputes, those to answer first"
          rows={disputes}
          empty="None. Banks dispute payments for up to some months; they appear here by themselves."
          columns={[
            {
              label: 'Dispute',
              cell: ({ id }) => <a href={disputePath(id)}>{id}</a>,
            },
            { label: 'Order', cell: PaidOrder },
            { label: 'Reason', text: ({ reason }) => reasonWords(reason) },
            { label: 'Amount', kind: 'number', text: ({ amountCents }) => money(amountCents) },
            { label: 'State', cell: (dispute) => <DisputeState dispute={dispute} /> },
            { label: 'Answer until', cell: ({ evidenceDueAt }) => time(evidenceDueAt) },
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
              { label: 'Reported', cell: ({ warnedAt }) => time(warnedAt) },
            ]}
          />
        </Section>
      </>
    ),
  })
}
