// fetch for a configured server. It follows no redirects, which would receive the key, and limits the response size.
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { readBody } from '../net/read-body.ts'
import { tracedFetch } from '../observability/trace-context.ts'

const maxBytes = megabyte

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

/** Removes the encoding header, because the body is already decoded. */
function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return kept
}
