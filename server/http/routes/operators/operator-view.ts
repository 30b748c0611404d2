// What the operator's pages share: who may see them, and one order with its refunds.
import { readOrderPage } from '../../../domain/desk/order-page.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { type OperatorOrderView, operatorOrderPage } from '../../../pages/operators/order.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { type DeskReader, operators, viewers } from '../../middleware/page-access.ts'

export type { DeskReader } from '../../middleware/page-access.ts'

/** Runs a page for operators and viewers: reads only. */
export async function forViewer(
  http: HttpContext,
  request: Request,
  run: (viewer: DeskReader) => Promise<Response>,
): Promise<Response> {
  const admitted = await viewers(http, request)
  return admitted.ok ? run(admitted.value) : admitted.failure
}

/** Runs a form, or a page of it, for an operator. */
export async function forOperator(
  http: HttpContext,
  request: Request,
  run: (operator: DeskReader) => Promise<Response>,
): Promise<Response> {
  const admitted = await operators(http, request)
  return admitted.ok ? run(admitted.value) : admitted.failure
}

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
  return operatorOrderPage(order, { ...view, ...page, refundId: deps.ids.uuid() })
}
