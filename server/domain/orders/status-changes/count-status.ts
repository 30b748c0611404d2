import type { Meter } from '../../base/metrics/meter.ts'
import type { OrderStatus } from '../record/status.ts'

/**
 * Counts `times` orders that reached a status. Excludes orders that already had it (`from`) and orders that wait for
 * payment.
 */
export function countStatus(
  meter: Pick<Meter, 'count'>,
  status: OrderStatus,
  { from = null, times = 1 }: { readonly from?: OrderStatus | null; readonly times?: number } = {},
): void {
  if (status === from || status === 'PENDING_PAYMENT' || times === 0) return
  meter.count('order_status_changes_total', { status }, times)
}
