// The parser of stored generation bodies: the reader of the HTTP layer, writing into the folder of temporary files.
import { receiveStream } from '../adapters/storage/receive-stream.ts'
import type { TemporaryFolder } from '../adapters/storage/temporary-files.ts'
import type { ParseBody } from '../domain/generation/request/request.ts'
import { createParseBody } from '../http/requests/parse-body.ts'

export function parseBodyInto({
  path,
  remove,
  grow,
}: Pick<TemporaryFolder, 'path' | 'remove' | 'grow'>): ParseBody {
  return createParseBody({
    path,
    remove,
    receive: (stream, to, onChunk) => receiveStream(stream, to, { grow, onChunk }),
  })
}
