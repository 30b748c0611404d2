// What the page of an order and its event stream show, read from the domain.
import type { Order } from '../../domain/orders/order.ts'
import { listRefunds } from '../../domain/orders/refund/refund-order.ts'
import { isForAnyone, timelineOf } from '../../domain/orders/timeline.ts'
import type { LiveOrderView } from '../../pages/orders/order-fragments.tsx'
import type { HttpContext } from '../middleware/context.ts'

type ShownOrder = { readonly order: Order; readonly returned: boolean }

export async function readLiveOrder(
  deps: HttpContext['deps'],
  { order, returned }: ShownOrder,
): Promise<LiveOrderView> {
  const [refunds, changes] = await Promise.all([
    listRefunds(deps, order),
    deps.orders.history(order.id),
  ])
  const timeline = timelineOf(order, changes).filter(isForAnyone)
  const { clock, timeZone } = deps
  return { order, refunds, timeline, returned, now: clock.now(), timeZone }
}
