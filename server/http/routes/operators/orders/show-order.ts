// The page of an order, which many forms of the desk return to.
import { readOrderCosts } from '../../../../domain/desk/order-cost.ts'
import { readOrderPage } from '../../../../domain/desk/order-page.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import {
  type OperatorOrderView,
  operatorOrderPage,
} from '../../../../pages/operators/orders/order.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import type { DeskReader } from '../../../middleware/page-access.ts'

/** What an order's page shows besides the order and what is stored about it. */
export type ShownOrder = Pick<
  OperatorOrderView,
  | 'status'
  | 'notice'
  | 'changes'
  | 'errors'
  | 'statusForm'
  | 'refundForm'
  | 'reprintForm'
  | 'messageForm'
  | 'workForms'
>

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: ShownOrder & { readonly user: DeskReader },
): Promise<Response> {
  const page = await readOrderPage(deps, order)
  const lines = new Map([[order.id, page.lines]])
  const isOperator = view.user.role === 'operator'
  const costs = isOperator ? await readOrderCosts(deps, [order], lines) : null
  const cost = costs?.get(order.id) ?? null
  return operatorOrderPage(order, { ...view, ...page, cost, formId: deps.ids.uuid() })
}
