// POST /api/billing/webhook: the card processor's events; POST /api/webhook is its older name.
import { Elysia } from 'elysia'
import { handleProcessorEvent } from '../../../domain/orders/processor-event.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readText } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

const maxBodyBytes = 1024 * 1024

export const billingWebhook = ({ deps }: HttpContext) => {
  const handle = async ({ request }: { request: Request }) => {
    // The signature covers the raw bytes, so nothing may parse them first.
    const body = await readText(request, maxBodyBytes)
    if (!body.ok) return failureToResponse(body.failure)
    const signature = request.headers.get('stripe-signature')
    const handled = await handleProcessorEvent(deps, { rawBody: body.value, signature })
    return handled.ok ? Response.json({ received: true }) : failureToResponse(handled.failure)
  }
  return new Elysia()
    .post('/api/billing/webhook', handle, { parse: 'none' })
    .post('/api/webhook', handle, { parse: 'none' })
}
