// Reads and parses a request body of limited size, within a time limit.

import { megabytesText } from '../server/domain/base/megabytes.ts'
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import type { TimeoutWheel } from '../server/domain/base/timeout-wheel.ts'
import { maxAgentBodyBytes } from '../server/domain/limits/table.ts'
import { codes, type Fault } from './json-rpc.ts'

const tooLarge: Fault = {
  status: 413,
  code: codes.request,
  message: `The body is over ${megabytesText(maxAgentBodyBytes)}. Send files as links.`,
}
const notJson: Fault = { status: 400, code: codes.parse, message: 'The body is not valid JSON.' }
const tooSlow: Fault = {
  status: 408,
  code: codes.request,
  message: 'The body did not arrive in time. Send it without pauses.',
  // Otherwise the connection would stay open for the rest of the body.
  headers: { connection: 'close' },
}
const wrongType: Fault = {
  status: 415,
  code: codes.request,
  message: 'Send the body with Content-Type: application/json.',
}

/** `unreadable`: this body counts toward the caller's limit of unreadable bodies. */
export type BodyFault = { readonly fault: Fault; readonly unreadable: boolean }

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a body, or why there are none. */
export type ReceivedBody = ArrayBuffer | Uint8Array | BodyFault | 'late' | 'broken'

/** The bytes for `parseBody`, which is synchronous. A declared length over the cap is refused without reading. Never rejects. */
export function receiveBody(request: Request, timeouts: TimeoutWheel): Promise<ReceivedBody> {
  const { headers } = request
  if (!isJson(headers.get('content-type'))) {
    return Promise.resolve({ fault: wrongType, unreadable: false })
  }
  const declared = headers.get('content-length')
  if (declared === null) return timeouts.inTime(readCapped(request))
  if (Number(declared) > maxAgentBodyBytes) {
    return Promise.resolve({ fault: tooLarge, unreadable: true })
  }
  // The server enforces a declared length, so such a body may be read whole.
  return timeouts.inTime(request.arrayBuffer())
}

/** The parsed JSON. */
export function parseBody(received: ReceivedBody): Result<unknown, BodyFault> {
  if (received === 'late') return unreadable(tooSlow)
  // The client is gone, so the response reaches no one.
  if (received === 'broken') return unreadable(notJson)
  if ('fault' in received) return fail(received)
  if (received.byteLength > maxAgentBodyBytes) return unreadable(tooLarge)
  try {
    return ok(JSON.parse(strictUtf8.decode(received)))
  } catch {
    // Invalid UTF-8 or invalid JSON.
    return unreadable(notJson)
  }
}

/** A body without a declared length: all of it, or the first bytes beyond the cap. */
async function readCapped(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxAgentBodyBytes) break
  }
  return Buffer.concat(chunks)
}

/** Parameters such as a charset are ignored: JSON is UTF-8. */
function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true
  return contentType !== null && /^\s*application\/json\s*(;|$)/i.test(contentType)
}

function unreadable(fault: Fault) {
  return fail({ fault, unreadable: true })
}
