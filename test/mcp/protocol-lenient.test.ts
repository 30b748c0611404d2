// Lenient cases of POST /api/mcp, and cases that it refuses instead of guessing: null, ids, cursors.
import { describe, expect, test } from 'bun:test'
import { verifies } from '../helpers/verifies.ts'
import { modern, rpc } from './protocol-fixture.ts'
import { callEcho, expectFault, legacy, send } from './protocol-send.ts'

describe('null', () => {
  verifies('decision.mcp-null', 'params null count as absent', async () => {
    const withNull = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: null })
    for (const method of ['ping', 'tools/list', 'initialize']) {
      const without = await legacy({ jsonrpc: '2.0', id: 1, method })
      expect(without.status).toBe(200)
      expect((await legacy(withNull(method))).json).toEqual(without.json)
    }
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized', params: null }
    expect((await legacy(notification)).status).toBe(202)
    expectFault(await legacy(withNull('tools/call')), 400, -32602)
    for (const params of [[], 'x', 7, false]) {
      expectFault(await legacy({ jsonrpc: '2.0', id: 1, method: 'ping', params }), 400, -32602)
    }
  })

  verifies('decision.mcp-null', 'arguments null count as absent', async () => {
    const sentenceOf = async (args: unknown) => {
      const { json } = await legacy(rpc('tools/call', { name: 'echo', arguments: args }))
      expect(json.result.isError).toBe(true)
      return json.result.content[0].text
    }
    const none = await sentenceOf(undefined)
    expect(none).toContain('The argument text is required.')
    expect(await sentenceOf(null)).toBe(none)
    expect(await sentenceOf({ text: null })).toBe(none)
    const inModern = await send(modern('tools/call', { name: 'echo', arguments: null }))
    expect(inModern.json.result.content[0].text).toBe(none)
    // A name that the tool does not have is wrong with any value.
    expect(await sentenceOf({ text: 'a', other: null })).toContain('Unknown argument "other".')
    expect(await sentenceOf('null')).toContain('as an object')
  })
})

describe('ids', () => {
  const ping = (id: string) => legacy(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)

  test('are returned exactly as they were sent', async () => {
    for (const id of ['0', '-1', '9007199254740991', '-9007199254740991', '""', '"1e999"']) {
      const { status, text } = await ping(id)
      expect(status).toBe(200)
      expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`)
    }
    const long = `"${'9'.repeat(200)}"`
    expect((await ping(long)).text).toContain(`"id":${long},`)
  })

  test('are refused with the reason beyond the range of a number', async () => {
    for (const id of ['9007199254740992', '9007199254740993', '-9007199254740993', '1e30', '1.5']) {
      const reply = await ping(id)
      expectFault(reply, 400, -32600, null)
      expect(reply.json.error.message).toBe(
        '"id" must be an integer from -9007199254740991 to 9007199254740991: another number would not come back as it was sent. Send it as a string.',
      )
    }
    const reply = await ping('null')
    expect(reply.json.error.message).toContain('"id" must be a string or an integer')
  })
})

test('tools/list has one page: a cursor is -32602, and null counts as absent', async () => {
  for (const cursor of ['abc', '', '1', 7, {}]) {
    const replies = [
      await legacy(rpc('tools/list', { cursor })),
      await send(modern('tools/list', { cursor })),
    ]
    for (const [index, reply] of replies.entries()) {
      expectFault(reply, 400, -32602, index === 0 ? 1 : 'm1')
      expect(reply.json.error.message).toContain('params.cursor')
    }
  }
  const whole = await legacy(rpc('tools/list'))
  expect((await legacy(rpc('tools/list', { cursor: null }))).json).toEqual(whole.json)
  // Other methods have no cursor.
  expect((await legacy(rpc('tools/call', { ...callEcho, cursor: 'abc' }))).status).toBe(200)
})
