// fetch for a configured server: no redirects (its key would go along), and no answer larger than a megabyte.

const maxBytes = 1024 * 1024

export async function cappedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { status, statusText, headers, body } = await fetch(input, { ...init, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the answer is larger than 1 MB')
    chunks.push(chunk)
  }
  const content = status === 204 || status === 304 ? null : Buffer.concat(chunks)
  return new Response(content, { status, statusText, headers: withoutEncoding(headers) })
}

/** The body has been decoded by now. */
function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return kept
}
