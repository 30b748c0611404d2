// GET /api/operator/orders/{code}: an order with its version and its refunds. POST .../status sets status and tracking,
// POST .../refund gives money back.
import { Elysia } from 'elysia'
import { readOrderForOperators } from '../../../domain/orders/operator-orders.ts'
import { isRefundSettled } from '../../../domain/orders/refund.ts'
import { refundOrder } from '../../../domain/orders/refund-order.ts'
import { setOrderStatus } from '../../../domain/orders/set-order-status.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readShape } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { orderJson } from '../orders/order-json.ts'
import { operatorStatusSchema, refundSchema } from '../orders/status-schemas.ts'
import { operatorsOnly } from './as-operator.ts'
import { operatorOrderJson, refundedJson } from './operator-json.ts'

export const operatorOrder = (http: HttpContext) => {
  const { deps } = http
  const asOperator = operatorsOnly(http, failureToResponse)

  const readOrder = async (code: string): Promise<Response> => {
    const order = await readOrderForOperators(deps, code)
    if (!order.ok) return failureToResponse(order.failure)
    const refunds = await deps.refunds.listByOrder(order.value.id)
    return Response.json(operatorOrderJson(order.value, refunds, deps.baseUrl))
  }

  const setStatus = async (request: Request, code: string, operator: string) => {
    const body = await readShape(request, operatorStatusSchema)
    if (!body.ok) return failureToResponse(body.failure)
    const set = await setOrderStatus(deps, operator, { code, ...body.value })
    if (!set.ok) return failureToResponse(set.failure)
    return Response.json(orderJson(set.value.order, deps.baseUrl))
  }

  const refund = async (request: Request, code: string, operator: string) => {
    const key = request.headers.get('idempotency-key')
    const body = await readShape(request, refundSchema)
    if (!body.ok) return failureToResponse(body.failure)
    const refunded = await refundOrder(deps, operator, { code, key, ...body.value })
    if (!refunded.ok) return failureToResponse(refunded.failure)
    const headers = refunded.value.replayed ? { 'idempotent-replayed': 'true' } : {}
    const status = isRefundSettled(refunded.value.refund) ? 200 : 202
    return Response.json(refundedJson(refunded.value), { status, headers })
  }

  const path = '/api/operator/orders/:code'
  return new Elysia()
    .get(path, ({ request, params }) => asOperator(request, () => readOrder(params.code)))
    .post(
      `${path}/status`,
      ({ request, params }) =>
        asOperator(request, ({ email }) => setStatus(request, params.code, email)),
      { parse: 'none' },
    )
    .post(
      `${path}/refund`,
      ({ request, params }) =>
        asOperator(request, ({ email }) => refund(request, params.code, email)),
      { parse: 'none' },
    )
}
