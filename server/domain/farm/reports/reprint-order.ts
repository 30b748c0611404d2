// Reprints parts of an order without a charge, for operators. Shipped and delivered orders are included.
import { fail, ok, type Result } from '../../base/result.ts'
import { changedSince } from '../../orders/changed-since.ts'
import type { OrderFailure, StatusFailure } from '../../orders/failure.ts'
import { findOrder } from '../../orders/find-order.ts'
import { withShipPromise } from '../../orders/promise/ship-promise.ts'
import { listLines } from '../../orders/record/order-lines.ts'
import { isShipped } from '../../orders/record/tracking.ts'
import type { LineParts } from '../../orders/reversals/refund.ts'
import { lineText } from '../../orders/reversals/refund-parts.ts'
import type { FarmFailure } from '../failure.ts'
import type { ScrapReason } from '../jobs/scrap-reason.ts'
import type { FarmDeps, JobsChanged } from '../ports.ts'
import { defaultPlan } from '../queue/queue-order.ts'
import { countStatusChange } from './report-job.ts'

export type ReprintInput = {
  readonly code: string
  /** At most one entry per line. */
  readonly lines: readonly LineParts[]
  /** One line, 1 to 200 characters, for operators. */
  readonly reason: string
  /** Why the parts are scrap, for the farm's statistics. */
  readonly scrapReason?: ScrapReason | undefined
  /** The order's version that the operator saw. Prevents a repeated request from queueing parts again. */
  readonly version: number
}

type ReprintDeps = Pick<
  FarmDeps,
  | 'orders'
  | 'orderLines'
  | 'measurements'
  | 'printEstimates'
  | 'printJobs'
  | 'printers'
  | 'plateProfiles'
  | 'farmLoad'
  | 'clock'
  | 'log'
  | 'meter'
>

/** Queues the parts as print jobs. A printed order becomes PRINTING again; a shipped order gets a new ship date. */
export async function reprintOrder(
  deps: ReprintDeps,
  operator: string,
  { code, lines, reason, scrapReason, version }: ReprintInput,
): Promise<Result<JobsChanged, FarmFailure | OrderFailure | StatusFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const plan = await defaultPlan(deps, order, await deps.printers.profilesInUse())
  const texts: string[] = []
  for (const { line, quantity } of lines) {
    const work = plan.lines.find((each) => (each.line ?? 1) === line)
    if (work === undefined) return fail({ kind: 'order_line_unknown', lines: plan.lines.length })
    texts.push(lineText({ line, quantity, of: work.options.quantity }))
  }
  const ordered = isShipped(order.status) ? await listLines(deps, order) : null
  const reprinted = await withShipPromise(deps, (promise) =>
    deps.printJobs.reprint(code, {
      ...plan,
      by: operator,
      version,
      parts: lines.map(({ line, quantity }) => ({
        line: plan.lines.length === 1 ? null : line,
        parts: quantity,
      })),
      detail: `${texts.join(', ')}: ${reason}`,
      scrapReason,
      dueAt: ordered === null ? null : promise(order, ordered),
    }),
  )
  if (reprinted === null) return fail({ kind: 'order_not_found' })
  if (reprinted.ok) {
    const moved = reprinted.value.order.status
    countStatusChange(deps.meter, { moved: moved === order.status ? null : moved })
    deps.log.info('farm.order_reprinted', { code, by: operator, parts: texts })
    return ok(reprinted.value)
  }
  const { failure } = reprinted
  if (failure.kind !== 'stale') return fail(failure)
  return await changedSince(deps, (await findOrder(deps, code)) ?? order, version)
}
