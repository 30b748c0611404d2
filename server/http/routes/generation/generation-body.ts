// The bodies of generate and start: JSON or a form, kept as a local file while the request is worked on.

import type { Caller } from '../../../domain/base/caller.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { maxBodyBytes, type RawBody } from '../../../domain/generation/request/request.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { bodyTimeoutMs, declaredBytes } from '../../requests/body.ts'
import { type RawBodyRefusal, receiveBody } from '../../requests/raw-body.ts'

const maxJsonBytes = 64 * 1024

/** Hands the body to `use`; its file is gone afterwards, whatever happens. */
export async function withGenerationBody<T, F>(
  request: Request,
  { deps: { uploads, log }, caller }: { deps: Pick<HttpDeps, 'uploads' | 'log'>; caller: Caller },
  use: (body: RawBody & { readonly sizeBytes: number }) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | RawBodyRefusal>> {
  const contentType = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\//i.test(contentType)
  const limitBytes = isForm ? maxBodyBytes : maxJsonBytes
  // Four pictures within their limit fit, so one of them is beyond it, or there are too many.
  const tooLarge = isForm
    ? fail({ kind: 'image_too_large' } as const)
    : fail({ kind: 'body_too_large', limitBytes } as const)
  const declared = declaredBytes(request)
  if ((declared ?? 0) > limitBytes) return tooLarge
  const upload = uploads.open(caller, declared)
  if (!upload.ok) return upload
  try {
    const received = await receiveBody(request, upload.value, {
      limitBytes,
      timeoutMs: isForm ? null : bodyTimeoutMs,
      log,
    })
    if (!received.ok) return received.failure.kind === 'body_too_large' ? tooLarge : received
    const source = { path: upload.value.path }
    return await use({ contentType, source, sizeBytes: received.value })
  } finally {
    await upload.value.close()
  }
}
