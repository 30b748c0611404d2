// Order page, which many desk forms return to.
import { readOrderCosts } from '../../../../domain/desk/order-cost.ts'
import { readOrderPage } from '../../../../domain/desk/order-page.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import {
  type OperatorOrderView,
  operatorOrderPage,
} from '../../../../pages/operators/orders/order.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'

/** Data of the order page in addition to the order and its stored records. */
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
  | 'labelForm'
>

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: ShownOrder & { readonly user: DeskViewer },
): Promise<Response> {
  const page = await readOrderPage(deps, order)
  const lines = new Map([[order.id, page.lines]])
  const isOperator = view.user.role === 'operator'
  const costs = isOperator ? await readOrderCosts(deps, [order], lines) : null
  const cost = costs?.get(order.id) ?? null
  return operatorOrderPage(order, { ...view, ...page, cost, formId: deps.ids.uuid() })
}
