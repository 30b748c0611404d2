// Converts an unsuccessful response to an error.
import { RefusalError } from './errors.ts'
import { errorCodeOf, limitOf, retryAfterSeconds } from './response-headers.ts'

/** Reads the body and returns the error. */
export async function readRefusal(response: Response): Promise<RefusalError> {
  const text = await response.text()
  return refusalOf(response, parseJson(text) ?? text)
}

/** Returns the error. `body` is the response's body, parsed if it is JSON. */
export function refusalOf(response: Response, body: unknown): RefusalError {
  const { status, headers } = response
  const code = errorCodeOf(headers)
  return new RefusalError(sentenceOf(body) ?? withoutSentence(response), {
    status,
    code,
    docUrl: code === null ? null : docUrlOf(response, code),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    limit: limitOf(headers),
    requestId: headers.get('x-request-id'),
    body,
  })
}

/**
 * Returns the documentation URL at the address that responded. Responses created by tests or proxies may have none.
 */
function docUrlOf({ url }: Response, code: string): string | null {
  return URL.canParse(url) ? new URL(`/docs/errors#${code}`, url).href : null
}

function sentenceOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  // Generations are refused with a code, next to the sentence.
  for (const name of ['message', 'error']) {
    const value: unknown = Reflect.get(body, name)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function withoutSentence({ status, headers }: Response): string {
  const location = headers.get('location')
  return status >= 300 && status < 400 && location !== null
    ? `The server redirects to ${location}: use the address there as baseUrl.`
    : `The server responded with status ${status} and no reason.`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // A page of a proxy.
  }
}
