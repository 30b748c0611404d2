// Requests whose end two servers could interpret differently. Bytes after the end that the first server sees must
// never be treated as a request by the second.

export type SmugglingCase = {
  readonly name: string
  /**
   * Returns the bytes of a request to /api/price. `hidden` is placed where only a server that interprets it
   * differently begins a request.
   */
  readonly bytes: (hidden: string) => string
}

const head = 'POST /api/price HTTP/1.1\r\nHost: farm.example\r\nContent-Type: application/json\r\n'
const body = '{"bboxMm":{"x":40,"y":30,"z":20},"material":"petg"}'
const length = body.length
const chunk = `${length.toString(16)}\r\n${body}\r\n`

export const smugglingCases: readonly SmugglingCase[] = [
  {
    name: 'a length that hides a request behind the last chunk (CL.TE)',
    bytes: (hidden) =>
      `${head}Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    name: 'chunks that hide a request behind a short length (TE.CL)',
    bytes: (hidden) =>
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  },
  {
    name: 'two lengths',
    bytes: (hidden) =>
      `${head}Content-Length: ${length}\r\nContent-Length: ${length + hidden.length}\r\n\r\n${body}${hidden}`,
  },
  {
    name: 'a list of two lengths',
    bytes: (hidden) =>
      `${head}Content-Length: ${length}, ${length + hidden.length}\r\n\r\n${body}${hidden}`,
  },
  {
    name: 'a length with a sign',
    bytes: (hidden) => `${head}Content-Length: +${length}\r\n\r\n${body}${hidden}`,
  },
  {
    name: 'a space before the colon',
    bytes: (hidden) => `${head}Transfer-Encoding : chunked\r\n\r\n${chunk}0\r\n\r\n${hidden}`,
  },
  {
    name: 'an encoding after a vertical tab',
    bytes: (hidden) =>
      `${head}Content-Length: ${length}\r\nTransfer-Encoding:\x0bchunked\r\n\r\n${body}${hidden}`,
  },
  {
    name: 'an encoding that is not chunked',
    bytes: (hidden) => `${head}Transfer-Encoding: xchunked\r\n\r\n${chunk}0\r\n\r\n${hidden}`,
  },
  {
    name: 'chunked twice',
    bytes: (hidden) =>
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunk}0\r\n\r\n${hidden}`,
  },
  {
    name: 'a chunk extension that ends in a bare line feed',
    bytes: (hidden) =>
      `${head}Transfer-Encoding: chunked\r\n\r\n${length.toString(16)};x\n${body}\r\n0\r\n\r\n${hidden}`,
  },
  {
    name: 'a size of a chunk that overflows',
    bytes: (hidden) =>
      `${head}Transfer-Encoding: chunked\r\n\r\n1000000000000000${length.toString(16)}\r\n${body}\r\n0\r\n\r\n${hidden}`,
  },
  {
    name: 'a folded header',
    bytes: (hidden) =>
      `${head}X-Note: a\r\n Transfer-Encoding: chunked\r\nContent-Length: ${length}\r\n\r\n${body}${hidden}`,
  },
]
