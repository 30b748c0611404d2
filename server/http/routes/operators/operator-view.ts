// What the operator's pages share: who may see them, and one order with its refunds.
import type { Order } from '../../../domain/orders/order.ts'
import { type OperatorOrderView, operatorOrderPage } from '../../../pages/operators/order.tsx'
import { operatorRefusedPage } from '../../../pages/operators/refused.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { signInFor } from '../account/next-page.ts'
import { operatorsOnly } from './as-operator.ts'

/** Runs a page or a form of it for an operator; anyone else gets the page that leads to sign-in. */
export const operatorPagesOnly = (http: HttpContext) =>
  operatorsOnly(http, ({ kind }, request) =>
    operatorRefusedPage(kind === 'operator_required' ? 403 : 401, signInFor(request, http.deps)),
  )

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: Omit<OperatorOrderView, 'refunds' | 'refundId'> = {},
): Promise<Response> {
  const refunds = await deps.refunds.listByOrder(order.id)
  return operatorOrderPage(order, { ...view, refunds, refundId: deps.ids.uuid() })
}
