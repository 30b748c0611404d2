// Print jobs of an order, as a section of /operator/orders/{code}.
import type { DeskRole } from '../../../domain/accounts/operator.ts'
import { isJobOpen, isPrintable, type PrintJob } from '../../../domain/farm/jobs/job.ts'
import { needsFileReview } from '../../../domain/orders/record/file-review.ts'
import { isHoldable } from '../../../domain/orders/record/held.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { isRefundedInFull, type Refund } from '../../../domain/orders/reversals/refund.ts'
import { refundedPartsText } from '../../../domain/orders/reversals/refund-parts.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { countOf, hours } from '../../base/figures.ts'
import { ActionLinks, fileText, JobBadge, printerText } from '../jobs/job-words.tsx'
import { jobPath } from '../parts/job-path.ts'
import { orderPath } from '../parts/order-path.ts'
import { Progress } from '../parts/progress.tsx'

export type JobsSectionProps = {
  readonly order: Order
  readonly jobs: readonly PrintJob[]
  readonly refunds: readonly Refund[]
  /** Viewers see no buttons. */
  readonly role: DeskRole
}

/** `jobs` are the order's jobs, by plate. */
export function JobsSection({ order, jobs, refunds, role }: JobsSectionProps) {
  const left = partsLeft(order, jobs)
  const isReturned = isRefundedInFull(order)
  const isRefunding = order.refundingCents > 0
  const isQueueable =
    role === 'operator' &&
    left > 0 &&
    order.hold === null &&
    isWaiting(order) &&
    !isReturned &&
    !needsFileReview(order)
  return (
    <Section
      id="jobs"
      title="Print jobs"
      action={isQueueable ? <QueueForm order={order} left={left} /> : ''}
    >
      {isHoldable(order.status) ? (
        <RefundedParts refunds={refunds} isReturned={isReturned} isRefunding={isRefunding} />
      ) : (
        ''
      )}
      <DataTable
        caption="Print jobs of this order"
        columns={columnsFor(jobs, role)}
        rows={jobs}
        empty={
          left > 0
            ? 'Nothing is queued yet. Queueing the order puts its parts on plates for the printers.'
            : 'This order has no print jobs.'
        }
      />
    </Section>
  )
}

type RefundedProps = Pick<JobsSectionProps, 'refunds'> & {
  isReturned: boolean
  isRefunding: boolean
}

/** States the effect of refunds: a full refund withdraws all print jobs, a refund of some parts withdraws none. */
function RefundedParts({ refunds, isReturned, isRefunding }: RefundedProps) {
  if (isReturned) {
    return (
      <p class="hint">
        {isRefunding
          ? 'The payment is being returned in full, so no parts can be queued. Open print jobs are withdrawn once the refund has succeeded.'
          : 'The payment was returned in full, so no parts can be queued, and open print jobs were withdrawn.'}{' '}
        Cancel the order, or set its status manually to continue without a payment.
      </p>
    )
  }
  const parts = refundedPartsText(refunds)
  if (parts === null) return ''
  return (
    <p class="hint">
      Refunded: {parts}. Their print jobs keep running: cancel those that are not needed.
    </p>
  )
}

const isWaiting = ({ status }: Order): boolean => status === 'RECEIVED' || isPrintable(status)

/** Returns the number of parts that are neither printed nor in an open job. */
function partsLeft({ options }: Order, jobs: readonly PrintJob[]): number {
  const planned = jobs.reduce((sum, job) => sum + (isJobOpen(job.state) ? job.parts : 0), 0)
  const good = jobs.reduce((sum, job) => sum + (job.good ?? 0), 0)
  return Math.max(0, options.quantity - planned - good)
}

function QueueForm({ order, left }: { order: Order; left: number }) {
  const verb = order.status === 'RECEIVED' ? 'Accept and queue' : 'Queue'
  return (
    <form method="post" action={`${orderPath(order.code)}/queue`}>
      <Hidden name="version" value={String(order.version)} />
      <button type="submit">{`${verb} ${countOf(left, 'part')}`}</button>
    </form>
  )
}

const columns: readonly Column<PrintJob>[] = [
  {
    label: 'Plate',
    cell: (job) => (
      <a href={jobPath(job.id)}>{`${job.plate}${job.reprintOf === null ? '' : ' (reprint)'}`}</a>
    ),
  },
  { label: 'Parts', kind: 'number', text: ({ parts }) => String(parts) },
  { label: 'Hours', kind: 'number', text: ({ centihours }) => hours(centihours) },
  { label: 'File', text: ({ fileKind }) => fileText[fileKind] },
  { label: 'State', cell: (job) => <JobBadge job={job} /> },
  { label: 'Printer', text: printerText },
  { label: 'Progress', cell: (job) => <Result job={job} /> },
  { label: 'Reason', text: ({ reason }) => reason ?? '' },
]

const lineColumn: Column<PrintJob> = {
  label: 'Line',
  kind: 'number',
  text: ({ line }) => String(line ?? ''),
}

/** Returns the columns. Includes lines only if the order has several. */
function columnsFor(jobs: readonly PrintJob[], role: DeskRole): readonly Column<PrintJob>[] {
  const [plate, ...rest] = columns
  const all =
    plate === undefined || jobs.every(({ line }) => line === null)
      ? columns
      : [plate, lineColumn, ...rest]
  return role === 'viewer' ? all : [...all, actions]
}

const actions: Column<PrintJob> = { label: 'Actions', cell: (job) => <ActionLinks job={job} /> }

function Result({ job: { state, good, scrap, progress } }: { job: PrintJob }) {
  if (state === 'printing') return <Progress progress={progress} />
  if (state !== 'done') return ''
  return <>{scrap === 0 ? `${good} good` : `${good} good, ${scrap} scrap`}</>
}
