// GET /api/print/orders/{code}: read one owned order.
import { Elysia } from 'elysia'
import { readOwnOrder } from '../../../domain/orders/read-order.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { orderJson } from './order-json.ts'

export const printOrderGet = ({ deps, authenticate }: HttpContext) =>
  new Elysia().get('/api/print/orders/:code', async ({ request, params }) => {
    const caller = await authenticate(request, ['api_key'])
    if (caller === null) return failureToResponse({ kind: 'api_key_required' })
    const order = await readOwnOrder(deps, caller, params.code)
    if (!order.ok) return failureToResponse(order.failure)
    return Response.json(orderJson(order.value, deps.baseUrl))
  })
