// How an order follows its print jobs.
import { fail, ok, type Result } from '../base/result.ts'
import type { Order } from '../orders/order.ts'
import { isReleased, type OrderStatus } from '../orders/status.ts'
import type { FarmFailure } from './failure.ts'
import { isPrintable } from './jobs/job.ts'
import type { LineWork, OrderReprint, OrderStandstill } from './ports.ts'
import { checkStandstill } from './standstill.ts'

/** The first claim of one of its jobs begins an order. */
export const isBegunByClaim = ({ status }: Pick<Order, 'status'>): boolean => status === 'ACCEPTED'

/** The status of an order with so many good parts, and so many in jobs that are still expected. With its last good part it is printed. */
export function statusOfParts(
  { status, options }: Pick<Order, 'status' | 'options'>,
  { good, open }: { readonly good: number; readonly open: number },
): OrderStatus {
  return isPrintable(status) && open === 0 && good >= options.quantity ? 'PRINTED' : status
}

/** Parts that turned out to be bad are printed again, so a printed order is not any more. */
export const statusOfReprint = (status: OrderStatus): OrderStatus =>
  isPrintable(status) ? status : 'PRINTING'

/** Whether spoiled parts are printed again: nobody waits for those of an order that is closed or was printed in another way. */
export const isScrapQueued = (scrap: number, { status }: Pick<Order, 'status'>): boolean =>
  scrap > 0 && isPrintable(status)

/** Parts of a line that are neither printed nor in a job. `inJobs`: good ones and those of open jobs, by line. */
export const partsLeftOf =
  (inJobs: ReadonlyMap<number | null, number>) =>
  ({ line, options }: LineWork): number =>
    Math.max(0, options.quantity - (inJobs.get(line) ?? 0))

/** Whether parts of the order may be printed again, which it may also be when it was shipped. */
export function checkOrderReprint(
  order: Order,
  { version }: Pick<OrderReprint, 'version'>,
): Result<void, FarmFailure | OrderStandstill | { readonly kind: 'stale' }> {
  if (version !== order.version) return fail({ kind: 'stale' })
  const { status } = order
  if (!isReleased(status)) return fail({ kind: 'order_reprint_status', status })
  return checkStandstill(order)
}

/** No more parts are printed again than were printed. Those of a printed order all were, also those without a job. `good`: by line. */
export function checkReprintParts(
  { status }: Pick<Order, 'status'>,
  { parts, lines }: Pick<OrderReprint, 'parts' | 'lines'>,
  good: ReadonlyMap<number | null, number>,
): Result<void, FarmFailure> {
  for (const { line, parts: wanted } of parts) {
    const ordered = lines.find((work) => work.line === line)?.options.quantity ?? 0
    const printed = isPrintable(status) ? (good.get(line) ?? 0) : ordered
    if (wanted > printed) return fail({ kind: 'order_reprint_parts', line: line ?? 1, printed })
  }
  return ok(undefined)
}
