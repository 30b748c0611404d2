// The bodies of generate and start: JSON or a form, kept as a local file while the request is worked on.

import type { BodyFailure } from '../domain/failure.ts'
import type { GenerationFailure } from '../domain/generation/failure.ts'
import { maxBodyBytes, type RawBody } from '../domain/generation/request.ts'
import type { Deps } from '../domain/ports.ts'
import { fail, type Result } from '../domain/result.ts'
import { receiveBody } from './raw-body.ts'

const maxJsonBytes = 64 * 1024

/** Hands the body to `use`; its file is gone afterwards, whatever happens. */
export async function withGenerationBody<T, F>(
  request: Request,
  { temporaryFiles }: Pick<Deps, 'temporaryFiles'>,
  use: (body: RawBody & { readonly sizeBytes: number }) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | BodyFailure>> {
  const contentType = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\//i.test(contentType)
  const limitBytes = isForm ? maxBodyBytes : maxJsonBytes
  const path = temporaryFiles.path()
  try {
    const sizeBytes = await receiveBody(request, path, limitBytes)
    // Four pictures within their limit fit, so one of them is beyond it, or there are too many.
    if (sizeBytes === null && isForm) return fail({ kind: 'image_too_large' })
    if (sizeBytes === null) return fail({ kind: 'body_too_large', limitBytes })
    return await use({ contentType, source: { path }, sizeBytes })
  } finally {
    await temporaryFiles.remove(path)
  }
}
