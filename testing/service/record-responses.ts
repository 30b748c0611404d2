// RECORD_RESPONSES=<file>: appends every request of the tests and its response, masked, one JSON line each.
// test/compare-responses.ts compares two recordings, made before and after a change of the code.
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'

type Handle = (request: Request) => Response | Promise<Response>

/** Values that differ from run to run: ids, codes, secrets, times, ports, folders. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\b(svc_live_|svc_ext_|quote_|pi_|cs_|cus_|pm_|seti_|re_|evt_)[A-Za-z0-9_]+/g, '$1<id>'],
  [/\b(SVC|CART|ORD|STORE)-[A-Z0-9]{6,}\b/g, '$1-<code>'],
  [/\b[0-9a-f]{16,}\b/gi, '<hex>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, '<time>'],
  [/\b1[5-9]\d{11}\b/g, '<ms>'],
  [/(localhost|127\.0\.0\.1):\d+/g, '$1:<port>'],
  [/[\w.-]+@example\.com/g, '<email>'],
  [/\b[A-Za-z0-9_-]{28,}\b/g, '<token>'],
]

const mask = (text: string): string =>
  MASKS.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text)

/** Wraps the handler; with RECORD_RESPONSES set, it records the requests and responses. */
export function recorded(handle: Handle): Handle {
  const file = process.env['RECORD_RESPONSES']
  if (file === undefined || file === '') return handle
  return async (request) => {
    const url = new URL(request.url)
    const asked = await digestOf(request)
    const response = await handle(request)
    const type = response.headers.get('content-type') ?? ''
    // An event stream ends with its page.
    const isOpen = response.body === null || type.startsWith('text/event-stream')
    const body = isOpen ? '' : await response.clone().text()
    const text = /json|text|xml|javascript/.test(type) ? mask(body) : `<${body.length} bytes>`
    const key = mask(`${request.method} ${url.pathname}${url.search} ${asked}`)
    appendFileSync(file, `${JSON.stringify({ key, status: response.status, type, text })}\n`)
    return response
  }
}

/**
 * Returns a digest of the caller and the content of the request. Forms have a random boundary, so their parts are not
 * recorded.
 */
async function digestOf(request: Request): Promise<string> {
  const { headers } = request
  const who = headers.has('cookie')
    ? 'session'
    : mask(headers.get('authorization') ?? headers.get('x-api-key') ?? 'none')
  const type = headers.get('content-type') ?? ''
  const sent = /json|urlencoded/.test(type)
    ? mask(await request.clone().text())
    : type.split(';')[0]
  return `${who} ${createHash('sha256')
    .update(sent ?? '')
    .digest('hex')
    .slice(0, 12)}`
}
