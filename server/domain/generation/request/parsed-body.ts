// Parses a body and calls `use` with the request. Removes its pictures from disk afterwards, even after an error.

import type { TemporaryFiles } from '../../models/ports.ts'
import type { ParseBody, ParsedBody, RawBody } from './request.ts'

export async function withParsedBody<T>(
  {
    parseBody,
    temporaryFiles,
  }: { readonly parseBody: ParseBody; readonly temporaryFiles: TemporaryFiles },
  body: RawBody,
  use: (parsed: ParsedBody) => Promise<T>,
): Promise<T> {
  const parsed = await parseBody(body)
  try {
    return await use(parsed)
  } finally {
    const files = parsed.kind === 'form' ? parsed.files : []
    await Promise.all(files.map(({ path }) => temporaryFiles.remove(path)))
  }
}
