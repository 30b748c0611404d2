// Reads and parses a request body of limited size, within a time limit.

import { fail, ok, type Result } from '../server/domain/base/result.ts'
import { megabytesText } from '../server/domain/base/text/megabytes.ts'
import type { TimeoutWheel } from '../server/domain/base/time/timeout-wheel.ts'
import { bodyLateSentence, invalidJsonSentence } from '../server/domain/errors/sentences.ts'
import { maxAgentBodyBytes } from '../server/domain/limits/table.ts'
import { codes, type RpcError } from './json-rpc.ts'

const tooLarge: RpcError = {
  status: 413,
  code: codes.request,
  message: `The body is over ${megabytesText(maxAgentBodyBytes)}. Send files as links.`,
}
const notJson: RpcError = { status: 400, code: codes.parse, message: invalidJsonSentence }
const tooSlow: RpcError = {
  status: 408,
  code: codes.request,
  message: bodyLateSentence,
  // Otherwise, the connection would stay open for the rest of the body.
  headers: { connection: 'close' },
}
const wrongType: RpcError = {
  status: 415,
  code: codes.request,
  message: 'Send the body with Content-Type: application/json.',
}

/** `unreadable`: the body counts toward the caller's limit of unreadable bodies. */
export type BodyFault = { readonly fault: RpcError; readonly unreadable: boolean }

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes of a body, or why there are none. */
export type ReceivedBody = ArrayBuffer | Uint8Array | BodyFault | 'late' | 'broken'

/**
 * Reads the bytes for `parseBody`, which is synchronous. Refuses a declared length above the limit without reading.
 * Never rejects.
 */
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

/** Returns the parsed JSON. */
export function parseBody(received: ReceivedBody): Result<unknown, BodyFault> {
  if (received === 'late') return refuseUnreadable(tooSlow)
  // The client has disconnected, so the response is never delivered.
  if (received === 'broken') return refuseUnreadable(notJson)
  if ('fault' in received) return fail(received)
  if (received.byteLength > maxAgentBodyBytes) return refuseUnreadable(tooLarge)
  try {
    return ok(JSON.parse(strictUtf8.decode(received)))
  } catch {
    // Invalid UTF-8 or invalid JSON.
    return refuseUnreadable(notJson)
  }
}

/** Reads a body without a declared length: all of it, or up to the first bytes beyond the limit. */
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

/** Whether the type is JSON. Ignores parameters such as a charset, because JSON is always UTF-8. */
function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true
  return contentType !== null && /^\s*application\/json\s*(;|$)/i.test(contentType)
}

function refuseUnreadable(fault: RpcError) {
  return fail({ fault, unreadable: true })
}
