// Parses a body and calls `use` with the request. Removes its pictures from the disk afterwards, also on errors.

import type { Result } from '../../base/result.ts'
import type { TemporaryFiles } from '../../models/ports.ts'
import type { GenerationFailure } from './failure.ts'
import { readRequest } from './read-request.ts'
import type { ParseBody, RawBody, RequestWithImages } from './request.ts'

export async function withParsedRequest<T>(
  {
    parseBody,
    temporaryFiles,
  }: { readonly parseBody: ParseBody; readonly temporaryFiles: TemporaryFiles },
  body: RawBody,
  use: (read: Result<RequestWithImages, GenerationFailure>) => Promise<T>,
): Promise<T> {
  const parsed = await parseBody(body)
  try {
    return await use(readRequest(parsed))
  } finally {
    const files = parsed.kind === 'form' ? parsed.files : []
    await Promise.all(files.map(({ path }) => temporaryFiles.remove(path)))
  }
}
