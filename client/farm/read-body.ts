// Bodies of responses, read into memory up to a limit.

/** Reads the body. Throws a RangeError when it is longer, and keeps nothing beyond the limit. */
export async function readBody(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new RangeError(`The response is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Reads the body as UTF-8, with the same limit. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBody(response, maxBytes))
}
