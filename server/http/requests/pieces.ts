// Splits the chunks of a body for the multipart parser, which parses each write synchronously. A fast connection
// delivers chunks of several megabytes. A chunk full of tiny fields would block the event loop for half a second, and a
// refusal would take effect only afterwards.
import { megabyte } from '../../domain/base/text/megabytes.ts'

/** Fits a few hundred of the smallest fields. */
const minBytes = 64 * 1024
const maxBytes = megabyte

type PartEvents = { readonly on: (event: 'field' | 'file', listener: () => void) => unknown }

/**
 * Creates a splitter. Pieces are small where parts begin and double in size inside a file, which is cheap to parse.
 */
export function createPieces(parser: PartEvents): (chunk: Uint8Array) => Generator<Uint8Array> {
  let size = minBytes
  const restart = () => {
    size = minBytes / 2
  }
  parser.on('field', restart)
  parser.on('file', restart)
  return function* piecesOf(chunk) {
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + size)
      at += piece.byteLength
      yield piece
      size = Math.min(size * 2, maxBytes)
    }
  }
}
