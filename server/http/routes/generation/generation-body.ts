// The bodies of generate and start: JSON in memory, a form as a local file while the request is served.

import type { Caller } from '../../../domain/base/caller.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { maxBodyBytes, type RawBody } from '../../../domain/generation/request/request.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { declaredBytes, readText } from '../../requests/body.ts'
import type { BodyFailure } from '../../requests/failure.ts'
import { type RawBodyRefusal, receiveBody } from '../../requests/raw-body.ts'

export type SizedBody = RawBody & { readonly sizeBytes: number }

/** Hands the body to `use`; its file is always removed afterwards. */
export async function withGenerationBody<T, F>(
  request: Request,
  { deps, caller }: { deps: Pick<HttpDeps, 'uploads' | 'log'>; caller: Caller },
  use: (body: SizedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | BodyFailure | RawBodyRefusal>> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^multipart\//i.test(contentType)) {
    return withForm(request, { deps, caller }, (path, sizeBytes) =>
      use({ contentType, source: { path }, sizeBytes }),
    )
  }
  const text = await readText(request)
  if (!text.ok) return text
  const source = { text: text.value }
  return use({ contentType, source, sizeBytes: Buffer.byteLength(text.value) })
}

async function withForm<T, F>(
  request: Request,
  { deps: { uploads, log }, caller }: { deps: Pick<HttpDeps, 'uploads' | 'log'>; caller: Caller },
  use: (path: string, sizeBytes: number) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | RawBodyRefusal>> {
  // Four pictures within their limit fit, so one of them is beyond it, or there are too many.
  const tooLarge = fail({ kind: 'image_too_large' } as const)
  const declared = declaredBytes(request)
  if ((declared ?? 0) > maxBodyBytes) return tooLarge
  const upload = uploads.open(caller, declared)
  if (!upload.ok) return upload
  try {
    const received = await receiveBody(request, upload.value, { limitBytes: maxBodyBytes, log })
    if (received.ok) return await use(upload.value.path, received.value)
    return received.failure.kind === 'body_too_large' ? tooLarge : received
  } finally {
    await upload.value.close()
  }
}
