// View of an order page and its event stream, read from the domain.
import { printProgress } from '../../domain/farm/read/print-progress.ts'
import { isForAnyone, timelineOf } from '../../domain/orders/history/timeline.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { listRefunds } from '../../domain/orders/refund/refund-order.ts'
import type { LiveOrderView } from '../../pages/orders/order-fragments.tsx'
import type { HttpContext } from '../middleware/context.ts'

type ShownOrder = { readonly order: Order; readonly returned: boolean }

export async function readLiveOrder(
  deps: HttpContext['deps'],
  { order, returned }: ShownOrder,
): Promise<LiveOrderView> {
  const [refunds, changes, jobs] = await Promise.all([
    listRefunds(deps, order),
    deps.orders.history(order.id),
    order.status === 'PRINTING' ? deps.printJobs.listByOrder(order.id) : [],
  ])
  const timeline = timelineOf(order, changes).filter(isForAnyone)
  const { clock, timeZone } = deps
  const printing = printProgress(order, jobs)
  return { order, printing, refunds, timeline, isReturned: returned, now: clock.now(), timeZone }
}
