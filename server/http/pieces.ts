// Cuts the chunks of a body into pieces for a parser that takes what it is given in one go. A chunk of tiny fields, of which a busy
// connection brings megabytes, kept the event loop for half a second, and a refusal was seen only behind it.

/** Some hundreds of the smallest parts. */
const smallestBytes = 64 * 1024
const largestBytes = 1024 * 1024

type Parts = { readonly on: (event: 'field' | 'file', listener: () => void) => unknown }

/** Small pieces where parts begin; in the middle of a file each is twice as large as the one before, since it costs no more to look at. */
export function createPieces(parser: Parts): (chunk: Uint8Array) => Generator<Uint8Array> {
  let size = smallestBytes
  const startOver = () => {
    size = smallestBytes / 2
  }
  parser.on('field', startOver)
  parser.on('file', startOver)
  return function* piecesOf(chunk) {
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + size)
      at += piece.byteLength
      yield piece
      size = Math.min(size * 2, largestBytes)
    }
  }
}
