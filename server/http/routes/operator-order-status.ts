// POST /api/operator/orders/{code}/status: an operator sets status and tracking.
import { Elysia } from 'elysia'
import { requireOperator } from '../../domain/accounts/operator.ts'
import { setOrderStatus } from '../../domain/orders/operate.ts'
import { readShape } from '../body.ts'
import type { HttpContext } from '../context.ts'
import { failureToResponse } from '../failure-to-response.ts'
import { orderJson } from '../order-json.ts'
import { operatorStatusSchema } from '../status-schemas.ts'

export const operatorOrderStatus = ({ deps, authenticate }: HttpContext) =>
  new Elysia().post(
    '/api/operator/orders/:code/status',
    async ({ request, params }) => {
      const operator = requireOperator(deps, await authenticate(request, ['session']))
      if (!operator.ok) return failureToResponse(operator.failure)
      const body = await readShape(request, operatorStatusSchema)
      if (!body.ok) return failureToResponse(body.failure)
      const { email } = operator.value
      const set = await setOrderStatus(deps, email, { code: params.code, ...body.value })
      if (!set.ok) return failureToResponse(set.failure)
      return Response.json(orderJson(set.value, deps.baseUrl))
    },
    { parse: 'none' },
  )
