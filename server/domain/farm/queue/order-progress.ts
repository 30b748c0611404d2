// How the status of an order follows its print jobs.
import { fail, ok, type Result } from '../../base/result.ts'
import type { Order } from '../../orders/record/order.ts'
import { isReleased, type OrderStatus } from '../../orders/record/status.ts'
import type { FarmFailure } from '../failure.ts'
import { isPrintable } from '../jobs/job.ts'
import type { LineWork, OrderReprint, OrderStandstill } from '../ports.ts'
import { checkStandstill } from './standstill.ts'

/** The first claim of one of its jobs starts an order. */
export const isBegunByClaim = ({ status }: Pick<Order, 'status'>): boolean => status === 'ACCEPTED'

/**
 * Returns the status of an order from the number of good parts and of parts in open jobs. The last good part makes it
 * PRINTED.
 */
export function statusOfParts(
  { status, options }: Pick<Order, 'status' | 'options'>,
  { good, open }: { readonly good: number; readonly open: number },
): OrderStatus {
  return isPrintable(status) && open === 0 && good >= options.quantity ? 'PRINTED' : status
}

/** Bad parts are reprinted, so a printed order loses that status. */
export const statusOfReprint = (status: OrderStatus): OrderStatus =>
  isPrintable(status) ? status : 'PRINTING'

/** Whether scrap parts are reprinted. They are not if the order is closed or was printed in another way. */
export const isScrapQueued = (scrap: number, { status }: Pick<Order, 'status'>): boolean =>
  scrap > 0 && isPrintable(status)

/**
 * Returns the parts of a line that are neither printed nor in a job. `inJobs`: parts that are good or in open jobs, by
 * line.
 */
export const partsLeftOf =
  (inJobs: ReadonlyMap<number | null, number>) =>
  ({ line, options }: LineWork): number =>
    Math.max(0, options.quantity - (inJobs.get(line) ?? 0))

/** Checks whether parts of the order can be reprinted. Shipped orders are included. */
export function checkOrderReprint(
  order: Order,
  { version }: Pick<OrderReprint, 'version'>,
): Result<void, FarmFailure | OrderStandstill | { readonly kind: 'stale' }> {
  if (version !== order.version) return fail({ kind: 'stale' })
  const { status } = order
  if (!isReleased(status)) return fail({ kind: 'order_reprint_status', status })
  return checkStandstill(order)
}

/**
 * Refuses to reprint more parts than were printed. All parts of a printed order were printed, even without a job.
 * `good`: good parts by line.
 */
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
