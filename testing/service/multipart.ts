// Hand-written multipart bodies: parts in order, with any names, as often as a test needs them.

export type Part = {
  /** Null omits the name. */
  readonly name: string | null
  readonly content: string | Uint8Array
  /** Makes it a file part; null makes one without a file name. */
  readonly fileName?: string | null
  readonly contentType?: string
}

const boundary = 'a-boundary-of-the-tests'

/** Returns options of `fetch` in addition to the method. */
export function multipartBody(parts: readonly Part[]): {
  headers: { 'content-type': string }
  body: Buffer<ArrayBuffer>
} {
  const bytes = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function headersOf({ name, fileName, contentType }: Part): string {
  const words = [
    'content-disposition: form-data',
    ...(name === null ? [] : [`name="${name}"`]),
    ...(fileName === undefined || fileName === null ? [] : [`filename="${fileName}"`]),
  ]
  const type = contentType ?? (fileName === undefined ? null : 'application/octet-stream')
  return `${words.join('; ')}${type === null ? '' : `\r\ncontent-type: ${type}`}`
}
