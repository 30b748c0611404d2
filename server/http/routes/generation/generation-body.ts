// Bodies of generations and pictures: JSON in memory, a form as a local file while the request is served.

import type { Caller } from '../../../domain/base/caller.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { maxBodyBytes, type RawBody } from '../../../domain/generation/request/request.ts'
import type { Body } from '../../contract/body.ts'
import type { BodySpec } from '../../contract/contract.ts'
import { jsonTooLarge } from '../../contract/refusals.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { declaredBytes, readText } from '../../requests/body.ts'
import type { BodyFailure } from '../../requests/failure.ts'
import { type RawBodyRefusal, receiveBody } from '../../requests/raw-body.ts'
import { formStartBytes, oversizedFormRefusal } from './oversized-form.ts'

export type SizedBody = RawBody & { readonly sizeBytes: number }

type BodyContext = { readonly deps: Pick<HttpDeps, 'uploads' | 'log'> }

/** Body stored as received. The run that parses it validates its content. */
export const rawBody = (described: BodySpec): Body<SizedBody, BodyContext, Caller> => ({
  ...described,
  refusals: [jsonTooLarge],
  receive: (request, { context: { deps }, caller }, use) =>
    withGenerationBody(request, { deps, caller }, use),
})

/** Passes the body to `use`. Always removes its file afterwards. */
export async function withGenerationBody<T, F>(
  request: Request,
  { deps, caller }: { deps: Pick<HttpDeps, 'uploads' | 'log'>; caller: Caller },
  use: (body: SizedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | BodyFailure | RawBodyRefusal>> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^multipart\//i.test(contentType)) {
    return withForm(request, { deps, caller, contentType }, use)
  }
  const text = await readText(request)
  if (!text.ok) return text
  const source = { text: text.value }
  return use({ contentType, source, sizeBytes: Buffer.byteLength(text.value) })
}

type FormParts = {
  readonly deps: Pick<HttpDeps, 'uploads' | 'log'>
  readonly caller: Caller
  readonly contentType: string
}

async function withForm<T, F>(
  request: Request,
  { deps: { uploads, log }, caller, contentType }: FormParts,
  use: (body: SizedBody) => Promise<Result<T, F>>,
): Promise<Result<T, F | GenerationFailure | RawBodyRefusal>> {
  const declared = declaredBytes(request)
  const isOversized = (declared ?? 0) > maxBodyBytes
  const upload = uploads.open(caller, isOversized ? formStartBytes : declared)
  if (!upload.ok) return upload
  const { path } = upload.value
  try {
    const limitBytes = isOversized ? formStartBytes : maxBodyBytes
    const received = await receiveBody(request, upload.value, { limitBytes, log })
    if (received.ok) return await use({ contentType, source: { path }, sizeBytes: received.value })
    if (received.failure.kind !== 'body_too_large') return received
    return fail(await oversizedFormRefusal(path, contentType))
  } finally {
    await upload.value.close()
  }
}
