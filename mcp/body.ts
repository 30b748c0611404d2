// Reads a request's body under the cap of 1 MB and within a time.
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import type { TimeoutWheel } from '../server/domain/base/timeout-wheel.ts'
import { codes, type Fault } from './json-rpc.ts'

export const bodyLimitBytes = 1024 * 1024

const tooLarge: Fault = {
  status: 413,
  code: codes.request,
  message: 'The body is over 1 MB. Send files as links.',
}
const notJson: Fault = { status: 400, code: codes.parse, message: 'The body is not valid JSON.' }
const tooSlow: Fault = {
  status: 408,
  code: codes.request,
  message: 'The body did not arrive in time. Send it at once.',
  // Otherwise the connection would stay open for the rest of the body.
  headers: { connection: 'close' },
}
const wrongType: Fault = {
  status: 415,
  code: codes.request,
  message: 'Send the body with Content-Type: application/json.',
}

/** `unreadable`: this body counts among the caller's unreadable ones. */
export type BodyFault = { readonly fault: Fault; readonly unreadable: boolean }

/** What came of waiting for a body. */
export type Arrived = Uint8Array | BodyFault | 'late' | 'broken'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes as they came, for `parseBody`. A declared length over the cap is refused without reading. */
export function receiveBody(request: Request, watch: TimeoutWheel): BodyFault | Promise<Arrived> {
  const { headers } = request
  if (!isJson(headers.get('content-type'))) return { fault: wrongType, unreadable: false }
  const declared = headers.get('content-length')
  // The server holds a body to its declared length.
  if (declared === null) return watch.inTime(readCapped(request))
  return Number(declared) <= bodyLimitBytes
    ? watch.inTime(request.bytes())
    : { fault: tooLarge, unreadable: true }
}

/** The parsed JSON. */
export function parseBody(arrived: Arrived): Result<unknown, BodyFault> {
  if (arrived === 'late') return unreadable(tooSlow)
  // The connection broke, and nobody waits for the answer.
  if (arrived === 'broken') return unreadable(notJson)
  if (!(arrived instanceof Uint8Array)) return fail(arrived)
  if (arrived.byteLength > bodyLimitBytes) return unreadable(tooLarge)
  try {
    return ok(JSON.parse(strictUtf8.decode(arrived)))
  } catch {
    // No UTF-8 or no JSON.
    return unreadable(notJson)
  }
}

/** Of a body without a declared length: all of it, or the first bytes beyond the cap. */
async function readCapped(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > bodyLimitBytes) break
  }
  return Buffer.concat(chunks)
}

/** Parameters such as a charset may follow; the body is UTF-8 whatever they say. */
function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true
  return contentType !== null && /^\s*application\/json\s*(;|$)/i.test(contentType)
}

function unreadable(fault: Fault) {
  return fail({ fault, unreadable: true })
}
