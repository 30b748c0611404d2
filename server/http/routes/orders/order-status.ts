// What the farm's own machines report, with the internal key: progress of website-checkout orders, and print jobs that ended.
import { Elysia } from 'elysia'
import { checkInternalKey } from '../../../domain/accounts/internal-key.ts'
import { finishPrintJob, setWebOrderStatus } from '../../../domain/orders/farm-reports.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readShape } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { orderJson } from './order-json.ts'
import { webOrderStatusSchema } from './status-schemas.ts'

export const orderStatus = ({ deps }: HttpContext) =>
  new Elysia()
    .post(
      '/api/order-status',
      async ({ request }) => {
        const allowed = await checkInternalKey(deps, request.headers.get('x-internal-key'))
        if (!allowed.ok) return failureToResponse(allowed.failure)
        const body = await readShape(request, webOrderStatusSchema)
        if (!body.ok) return failureToResponse(body.failure)
        const set = await setWebOrderStatus(deps, body.value)
        return set.ok ? Response.json({ ok: true }) : failureToResponse(set.failure)
      },
      { parse: 'none' },
    )
    .post(
      '/api/farm/orders/:code/print-finished',
      async ({ request, params }) => {
        const allowed = await checkInternalKey(deps, request.headers.get('x-internal-key'))
        if (!allowed.ok) return failureToResponse(allowed.failure)
        const finished = await finishPrintJob(deps, params.code)
        if (!finished.ok) return failureToResponse(finished.failure)
        return Response.json(orderJson(finished.value, deps.baseUrl))
      },
      { parse: 'none' },
    )
