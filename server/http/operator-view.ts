// What the operator's pages share: who may see them, and one order with its refunds.
import type { AccountCaller } from '../domain/accounts/caller.ts'
import { requireOperator } from '../domain/accounts/operator.ts'
import type { Order } from '../domain/orders/order.ts'
import { type OperatorOrderView, operatorOrderPage } from '../pages/operator-order.tsx'
import { operatorRefusedPage } from '../pages/operator-refused.tsx'
import type { HttpContext } from './context.ts'
import { signInFor } from './next-page.ts'

/** Runs a page for an operator; the authenticator refuses a cookie that another site's form brought. */
export async function asOperator(
  { deps, authenticate }: HttpContext,
  request: Request,
  run: (operator: AccountCaller) => Promise<Response>,
): Promise<Response> {
  const operator = requireOperator(deps, await authenticate(request, ['session']))
  if (operator.ok) return run(operator.value)
  const status = operator.failure.kind === 'operator_required' ? 403 : 401
  return operatorRefusedPage(status, signInFor(request, deps))
}

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: Omit<OperatorOrderView, 'refunds' | 'refundId'> = {},
): Promise<Response> {
  const refunds = await deps.refunds.listByOrder(order.id)
  return operatorOrderPage(order, { ...view, refunds, refundId: deps.ids.uuid() })
}
