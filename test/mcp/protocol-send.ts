// One protocol layer with tools of the tests, functions that send to it, and the expected format of a fault.
import { expect } from 'bun:test'
import { openProtocol, type Reply, replyOf, requestOf, type Sent } from './protocol-fixture.ts'
import { broken, echo, whoAmI } from './protocol-tools.ts'

export const { handle } = openProtocol({
  tools: [echo, whoAmI, broken],
  counters: { consume: async () => ({ allowed: true }) },
})
export const send = async (sent: Sent): Promise<Reply> => replyOf(await handle(requestOf(sent)))
export const legacy = (body: unknown, headers: Record<string, string> = {}) =>
  send({ body, headers })
export const callEcho = { name: 'echo', arguments: { text: 'hello' } }
export const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export function expectFault(reply: Reply, status: number, code: number, id: unknown = 1): void {
  expect({ status: reply.status, code: reply.json?.error?.code, id: reply.json?.id }).toEqual({
    status,
    code,
    id,
  })
  expect(reply.json.error.message.length).toBeGreaterThan(10)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.json.result).toBeUndefined()
}

/** Returns the modern request with changed headers or `_meta`; undefined omits one. */
export function altered(
  request: Sent,
  headers: Readonly<Record<string, string | undefined>>,
  meta: Readonly<Record<string, unknown>> = {},
): Sent {
  const body = request.body as { params: { _meta: object } }
  const kept = Object.entries({ ...request.headers, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const params = { ...body.params, _meta: { ...body.params._meta, ...meta } }
  return { headers: Object.fromEntries(kept), body: { ...body, params } }
}
