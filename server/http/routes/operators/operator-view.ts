// What the operator's pages share: who may see them, and one order with its refunds.
import type { OperatorRole } from '../../../domain/accounts/operator.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { type OperatorOrderView, operatorOrderPage } from '../../../pages/operators/order.tsx'
import { operatorRefusedPage } from '../../../pages/operators/refused.tsx'
import { operator } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { signInFor } from '../account/next-page.ts'

/** Who a page or a form of the desk runs for. */
export type DeskCaller = AccountCaller & { readonly role: OperatorRole }

/** Runs a page for operators and viewers: reads only. */
export function forViewer(
  http: HttpContext,
  request: Request,
  run: (viewer: DeskCaller) => Promise<Response>,
): Promise<Response> {
  return forOperator(http, request, (caller) => run({ ...caller, role: 'operator' }))
}

/** Runs a page or a form of it for an operator; anyone else gets the page that leads to sign-in. */
export async function forOperator(
  http: HttpContext,
  request: Request,
  run: (operator: AccountCaller) => Promise<Response>,
): Promise<Response> {
  const admitted = await operator.admit(http, request)
  if (admitted.ok) return run(admitted.value)
  const status = admitted.failure.kind === 'operator_required' ? 403 : 401
  return operatorRefusedPage(status, signInFor(request, http.deps))
}

export async function showOrder(
  { deps }: HttpContext,
  order: Order,
  view: Omit<OperatorOrderView, 'refunds' | 'refundId'> = {},
): Promise<Response> {
  const refunds = await deps.refunds.listByOrder(order.id)
  return operatorOrderPage(order, { ...view, refunds, refundId: deps.ids.uuid() })
}
