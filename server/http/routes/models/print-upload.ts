// POST /api/print-upload: stores a model under the account, to be sliced and ordered by its address (multipart).
import { Elysia } from 'elysia'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { type Upload, uploadModel } from '../../../domain/slicing/upload-model.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

const maxFileBytes = 100 * 1024 * 1024

export const printUpload = ({ deps, authenticate, keepOpen }: HttpContext) =>
  new Elysia().post(
    '/api/print-upload',
    async ({ request }) => {
      const caller = await authenticate(request, ['api_key', 'session'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const slot = await consumeRateLimit(deps, 'print-upload', caller.email)
      if (!slot.ok) return failureToResponse(slot.failure)
      const { uploads, log } = deps
      const form = { uploads, caller, log, fileField: 'file', maxFileBytes }
      const uploaded = await withMultipartForm(request, form, (input) => {
        keepOpen?.(request)
        return uploadModel(deps, caller, input)
      })
      return uploaded.ok
        ? Response.json(uploadJson(uploaded.value))
        : failureToResponse(uploaded.failure)
    },
    { parse: 'none' },
  )

/** decisions.md 20. */
function uploadJson({ generationId, model, report }: Upload) {
  return {
    generationId,
    modelUrl: model.uri,
    fileName: model.fileName,
    bytes: model.sizeBytes,
    dimensionsMm: report.dimensionsMm,
    volumeCm3: report.volumeCm3,
  }
}
