// Parses stored generation bodies with the reader of the HTTP layer, which writes to the folder of temporary files.
import { cleanPicture } from '../adapters/pictures/clean-picture.ts'
import { receiveStream } from '../adapters/storage/receive-stream.ts'
import type { TemporaryFolder } from '../adapters/storage/temporary-files.ts'
import type { ParseBody } from '../domain/generation/request/request.ts'
import { createParseBody } from '../http/requests/parse-body.ts'

export function parseBodyInto({
  path,
  remove,
  write,
  grow,
}: Pick<TemporaryFolder, 'path' | 'remove' | 'write' | 'grow'>): ParseBody {
  return createParseBody({
    path,
    remove,
    write,
    clean: cleanPicture,
    receive: (stream, to, onChunk) => receiveStream(stream, to, { grow, onChunk }),
  })
}
