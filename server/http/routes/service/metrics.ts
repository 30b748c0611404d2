// GET /metrics for Prometheus, with the internal key: the numbers tell what the farm earns.
import { Elysia } from 'elysia'
import { checkInternalKey } from '../../../domain/accounts/internal-key.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

const format = 'text/plain; version=0.0.4; charset=utf-8'

export const metricsRoute = ({ deps }: HttpContext, text: () => Promise<string>) =>
  new Elysia().get('/metrics', async ({ request }) => {
    const allowed = await checkInternalKey(deps, request.headers.get('x-internal-key'))
    if (!allowed.ok) return failureToResponse(allowed.failure)
    return new Response(await text(), { headers: { 'content-type': format } })
  })
