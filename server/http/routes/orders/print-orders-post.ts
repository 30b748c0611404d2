// POST /api/print/orders: submit a print order (multipart).
import { Elysia } from 'elysia'
import { submitOrder } from '../../../domain/orders/submit-order.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { submitJson } from './order-json.ts'

const maxFileBytes = 100 * 1024 * 1024

export const printOrdersPost = ({ deps, authenticate }: HttpContext) =>
  new Elysia().post(
    '/api/print/orders',
    async ({ request }) => {
      const caller = await authenticate(request, ['api_key', 'extension_token'])
      if (caller === null) return failureToResponse({ kind: 'api_key_required' })
      const { uploads, log } = deps
      const form = { uploads, caller, log, fileField: 'file', maxFileBytes }
      const submitted = await withMultipartForm(request, form, (parts) =>
        submitOrder(deps, caller, {
          ...parts,
          idempotencyKey: request.headers.get('idempotency-key'),
        }),
      )
      if (!submitted.ok) return failureToResponse(submitted.failure)
      const { response, replayed } = submitted.value
      const headers = replayed ? { 'idempotent-replayed': 'true' } : {}
      return Response.json(submitJson(response, deps.baseUrl), { status: 201, headers })
    },
    { parse: 'none' },
  )
