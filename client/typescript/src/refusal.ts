// A response that is not a success, as an error.
import { RefusalError } from './errors.ts'
import { errorCodeOf, retryAfterSeconds } from './response-headers.ts'

/** Reads the body. */
export async function readRefusal(response: Response): Promise<RefusalError> {
  const text = await response.text()
  return refusalOf(response, parsed(text) ?? text)
}

/** `body` is the response's, parsed where it is JSON. */
export function refusalOf(response: Response, body: unknown): RefusalError {
  const { status, headers } = response
  const code = errorCodeOf(headers)
  return new RefusalError(sentenceOf(body) ?? withoutSentence(response), {
    status,
    code,
    docUrl: code === null ? null : docUrlOf(response, code),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    requestId: headers.get('x-request-id'),
    body,
  })
}

/** At the address that responded. A response that was made by a test or a proxy may have none. */
function docUrlOf({ url }: Response, code: string): string | null {
  return URL.canParse(url) ? new URL(`/docs/errors#${code}`, url).href : null
}

function sentenceOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  // Generations are refused by a word, and the sentence stands beside it.
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // A page of a proxy.
  }
}
