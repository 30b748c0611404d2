// Prints parts of an order again without a charge, for operators: also after the order was shipped or delivered.
import { fail, ok, type Result } from '../base/result.ts'
import { changedSince } from '../orders/changed-since.ts'
import type { OrderFailure, StatusFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { type LineParts, lineText } from '../orders/refund-parts.ts'
import { shipPromise } from '../orders/ship-promise.ts'
import { isShipped } from '../orders/tracking.ts'
import type { FarmFailure } from './failure.ts'
import type { ScrapReason } from './jobs/scrap-reason.ts'
import type { FarmDeps, JobsChanged } from './ports.ts'
import { defaultPlan } from './queue-order.ts'
import { countMoved } from './report-job.ts'

export type ReprintInput = {
  readonly code: string
  /** Each line once. */
  readonly lines: readonly LineParts[]
  /** One line, 1 to 200 characters; for operators. */
  readonly reason: string
  /** Why the parts are scrap, for the figures of the farm. */
  readonly scrapReason?: ScrapReason | undefined
  /** The order's version that the operator saw: a repeated request queues nothing. */
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

/** Queues the parts as print jobs. A printed order is PRINTING again; one that was shipped gets a new ship date. */
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
  const reprinted = await deps.printJobs.reprint(code, {
    ...plan,
    by: operator,
    version,
    parts: lines.map(({ line, quantity }) => ({
      line: plan.lines.length === 1 ? null : line,
      parts: quantity,
    })),
    detail: `${texts.join(', ')}: ${reason}`,
    scrapReason,
    dueAt: isShipped(order.status) ? (await shipPromise(deps))(order) : null,
  })
  if (reprinted === null) return fail({ kind: 'order_not_found' })
  if (reprinted.ok) {
    const moved = reprinted.value.order.status
    countMoved(deps.meter, { moved: moved === order.status ? null : moved })
    deps.log.info('farm.order_reprinted', { code, by: operator, parts: texts })
    return ok(reprinted.value)
  }
  const { failure } = reprinted
  if (failure.kind !== 'stale') return fail(failure)
  return await changedSince(deps, (await findOrder(deps, code)) ?? order, version)
}
