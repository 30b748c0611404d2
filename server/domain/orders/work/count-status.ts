import type { Meter } from '../../base/meter.ts'
import type { OrderStatus } from '../status.ts'

/** Counts orders that came to a status: `times` of them. None that had it before (`from`), and none that wait for their payment. */
export function countStatus(
  meter: Pick<Meter, 'count'>,
  status: OrderStatus,
  { from = null, times = 1 }: { readonly from?: OrderStatus | null; readonly times?: number } = {},
): void {
  if (status === from || status === 'PENDING_PAYMENT' || times === 0) return
  meter.count('order_status_changes_total', { status }, times)
}
