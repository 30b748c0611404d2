// fetch for a configured server: without redirects, which would take its key along, and with a limit on the response.
import { readBody } from '../net/read-body.ts'
import { tracedFetch } from '../observability/trace-context.ts'

const maxBytes = 1024 * 1024

export async function cappedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { status, statusText, headers, body } = await tracedFetch(input, {
    ...init,
    redirect: 'manual',
  })
  const bytes = await readBody(body, maxBytes)
  const content = status === 204 || status === 304 ? null : bytes
  return new Response(content, { status, statusText, headers: withoutEncoding(headers) })
}

/** The body is decoded already. */
function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return kept
}
