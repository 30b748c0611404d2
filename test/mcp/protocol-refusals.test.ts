// Refusals of POST /api/mcp by contract.md 5 and 8.7: `_meta`, headers, errors. Uses the handler with tools of the
// tests.
import { describe, expect, test } from 'bun:test'
import { rawPost } from '../../testing/service/requests.ts'
import { verifies } from '../helpers/verifies.ts'
import {
  capabilitiesKey,
  MODERN,
  modern,
  openProtocol,
  replyOf,
  requestOf,
  rpc,
  versionKey,
} from './protocol-fixture.ts'
import { altered, callEcho, expectFault, handle, legacy, send } from './protocol-send.ts'
import { broken } from './protocol-tools.ts'

describe('_meta and headers', () => {
  verifies('mcp.meta.protocol-version', async () => {
    const sent = altered(modern('tools/list'), { 'mcp-protocol-version': '2025-11-25' })
    expectFault(await send(sent), 400, -32020, 'm1')
    // The mismatch is reported before an unsupported version.
    const both = altered(modern('tools/list'), {}, { [versionKey]: 'v999' })
    expectFault(await send(both), 400, -32020, 'm1')
  })

  verifies(['mcp.meta.client-capabilities', 'mcp.error.capabilities'], async () => {
    for (const capabilities of [undefined, null, [], 'x', 1, true]) {
      const sent = altered(modern('tools/list'), {}, { [capabilitiesKey]: capabilities })
      expectFault(await send(sent), 400, -32602, 'm1')
    }
    const empty = altered(modern('tools/list'), {}, { [capabilitiesKey]: {} })
    expect((await send(empty)).status).toBe(200)
  })

  verifies('mcp.meta.client-capabilities-notification', async () => {
    const params = { _meta: { [versionKey]: MODERN } }
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    expect((await send({ headers: { 'mcp-protocol-version': MODERN }, body })).status).toBe(202)
  })

  verifies('mcp.meta.client-info', async () => {
    const key = 'io.modelcontextprotocol/clientInfo'
    for (const info of [undefined, { name: 'x', version: '1' }, 7]) {
      expect((await send(altered(modern('tools/list'), {}, { [key]: info }))).status).toBe(200)
    }
  })

  test('a modern header without _meta, and _meta that is not an object, are -32602', async () => {
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' }
    expectFault(await legacy(rpc('tools/list'), headers), 400, -32602)
    expectFault(await legacy(rpc('tools/list', { _meta: [] })), 400, -32602)
    expectFault(await legacy(rpc('tools/list', { _meta: { [versionKey]: 3 } })), 400, -32602)
  })

  verifies(
    [
      'mcp.era.modern-headers-required',
      'mcp.header.protocol-version',
      'mcp.header.method',
      'mcp.error.header-missing',
    ],
    async () => {
      for (const header of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
        const sent = altered(modern('tools/call', callEcho), { [header]: undefined })
        expectFault(await send(sent), 400, -32020, 'm1')
      }
      // A method without a subject needs no Mcp-Name, and a sent one cannot mismatch.
      expect((await send(modern('tools/list'))).status).toBe(200)
      expect((await send(altered(modern('tools/list'), { 'mcp-name': 'x' }))).status).toBe(200)
    },
  )

  verifies(['mcp.header.name', 'mcp.error.header-mismatch'], async () => {
    for (const change of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': 'TOOLS/CALL' },
      { 'mcp-name': 'Echo' },
      { 'mcp-name': 'who_am_i' },
    ]) {
      expectFault(await send(altered(modern('tools/call', callEcho), change)), 400, -32020, 'm1')
    }
    for (const [method, params] of [
      ['prompts/get', { name: 'a' }],
      ['resources/read', { uri: 'test://a' }],
    ] as const) {
      expectFault(await send(modern(method, params)), 404, -32601, 'm1')
      expectFault(
        await send(altered(modern(method, params), { 'mcp-name': 'b' })),
        400,
        -32020,
        'm1',
      )
    }
  })

  verifies(['mcp.era.legacy-headers-optional', 'mcp.era.legacy-headers-compared'], async () => {
    expect((await legacy(rpc('tools/call', callEcho))).status).toBe(200)
    const right = { 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
    expect((await legacy(rpc('tools/call', callEcho), right)).status).toBe(200)
    expectFault(await legacy(rpc('ping'), { 'mcp-method': 'tools/list' }), 400, -32020)
    const otherName = { 'mcp-name': 'other' }
    expectFault(await legacy(rpc('tools/call', callEcho), otherName), 400, -32020)
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const reply = await legacy(notification, { 'mcp-method': 'other' })
    expectFault(reply, 400, -32020, null)
  })

  verifies('mcp.header.name-base64', async () => {
    const wrapped = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
    const call = modern('tools/call', callEcho)
    expect((await send(altered(call, { 'mcp-name': wrapped('echo') }))).status).toBe(200)
    const unicode = { name: 'Grüße, 世界', arguments: {} }
    const known = altered(modern('tools/call', unicode), { 'mcp-name': wrapped(unicode.name) })
    // The header matches, so the refusal is about the tool.
    expectFault(await send(known), 400, -32602, 'm1')
    for (const name of [
      wrapped('other'),
      '=?base64?####?=',
      '=?base64?ZWNobw?=',
      '=?base64?/w==?=',
      '=?BASE64?ZWNobw==?=',
      '=?base64?ZWNobw==',
    ]) {
      expectFault(await send(altered(call, { 'mcp-name': name })), 400, -32020, 'm1')
    }
  })

  verifies('mcp.header.initialize-exempt', async () => {
    for (const header of [MODERN, '2025-03-26', '1900-01-01']) {
      const body = rpc('initialize', { protocolVersion: '2025-06-18' })
      const { status, json } = await legacy(body, { 'mcp-protocol-version': header })
      expect(status).toBe(200)
      expect(json.result.protocolVersion).toBe('2025-06-18')
    }
  })
})

describe('errors', () => {
  verifies('mcp.error.parse', async () => {
    for (const body of ['', '{', 'null,', '{"a":1}}', '\u0000', 'undefined']) {
      expectFault(await legacy(body), 400, -32700, null)
    }
    const latin = new Request(
      'http://localhost/api/mcp',
      rawPost(new Uint8Array([0x22, 0xff, 0x22]), { 'content-type': 'application/json' }),
    )
    expectFault(await replyOf(await handle(latin)), 400, -32700, null)
  })

  verifies(['mcp.error.invalid-request', 'mcp.batch'], async () => {
    for (const body of ['null', '1', '"text"', 'true', '[]', [rpc('ping')], {}]) {
      expectFault(await legacy(body), 400, -32600, null)
    }
    for (const body of [
      { id: 1, method: 'ping' },
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: 2, id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 1, method: 7 },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      expectFault(await legacy(body), 400, -32600)
    }
    for (const id of [null, 1.5, true, {}, [], 1e300]) {
      expectFault(await legacy({ jsonrpc: '2.0', id, method: 'ping' }), 400, -32600, null)
    }
  })

  verifies('mcp.error.unknown-tool', async () => {
    for (const name of ['nope', 'constructor', '', undefined, 7, null]) {
      const reply = await legacy(rpc('tools/call', { name, arguments: {} }))
      expectFault(reply, 400, -32602)
      expect(reply.json.error.data).toEqual({ available: ['echo', 'who_am_i', 'broken'] })
    }
  })

  const padded = (bytes: number) => {
    const text = JSON.stringify(rpc('ping', { pad: '' }))
    return text.replace('"pad":""', `"pad":"${'x'.repeat(bytes - text.length)}"`)
  }

  verifies(['mcp.error.too-large-declared', 'mcp.body-limit'], async () => {
    let read = false
    const body = new ReadableStream(
      {
        pull: () => {
          read = true
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': 'application/json', 'content-length': '1048577' }
    const request = new Request('http://localhost/api/mcp', { method: 'POST', headers, body })
    expectFault(await replyOf(await handle(request)), 413, -32600, null)
    expect(read).toBe(false)
    expect((await legacy(padded(1024 * 1024))).status).toBe(200)
  })

  verifies('mcp.error.too-large-read', async () => {
    expectFault(await legacy(padded(1024 * 1024 + 1)), 413, -32600, null)
    let sent = 0
    const chunk = new Uint8Array(64 * 1024).fill(0x20)
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/api/mcp', rawPost(endless, headers))
    expectFault(await replyOf(await handle(request)), 413, -32600, null)
    expect(sent).toBeLessThan(4 * 1024 * 1024)
  })

  test('a body of another type is 415, and a charset is accepted', async () => {
    for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data; boundary=x']) {
      expectFault(await legacy(rpc('ping'), { 'content-type': type }), 415, -32600, null)
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      expect((await legacy(rpc('ping'), { 'content-type': type })).status).toBe(200)
    }
  })

  verifies('mcp.error.tool-level', async () => {
    const refusals = [
      await legacy(rpc('tools/call', { name: 'echo', arguments: {} })),
      await legacy(rpc('tools/call', { name: 'echo', arguments: { text: 'x', other: 1 } })),
      await legacy(rpc('tools/call', { name: 'echo', arguments: [] })),
      await legacy(rpc('tools/call', { name: 'who_am_i' })),
      await legacy(rpc('tools/call', { name: 'broken' })),
    ]
    for (const { status, json } of refusals) {
      expect(status).toBe(200)
      expect(json.result.isError).toBe(true)
      expect(json.result.content[0].type).toBe('text')
      expect(json.result.content[0].text.length).toBeGreaterThan(20)
      expect(json.result.structuredContent).toBeUndefined()
    }
    expect(refusals[1]?.json.result.content[0].text).toContain('other')
  })

  test('the exception of a broken tool is logged and never shown', async () => {
    const { handle: own, logged } = openProtocol({ tools: [broken] })
    const response = await own(requestOf({ body: rpc('tools/call', { name: 'broken' }) }))
    expect(await response.text()).not.toContain('secret')
    expect(logged.map(({ event }) => event)).toContain('mcp.tool_failed')
  })

  test('only the first of two faults is reported', async () => {
    // The order is origin before allowance, shape before version, version before headers, headers before capabilities
    // before method.
    const unknown = modern('nothing')
    const faults = [
      altered(unknown, { 'mcp-method': 'x' }, { [versionKey]: 'v1', [capabilitiesKey]: 1 }),
      altered(
        unknown,
        { 'mcp-protocol-version': undefined, 'mcp-method': 'x' },
        { [versionKey]: 'v1' },
      ),
      altered(unknown, { 'mcp-method': 'x' }, { [capabilitiesKey]: 1 }),
      altered(unknown, {}, { [capabilitiesKey]: 1 }),
      unknown,
    ]
    const codes = await Promise.all(faults.map(async (sent) => (await send(sent)).json.error.code))
    expect(codes).toEqual([-32020, -32022, -32020, -32602, -32601])
  })
})
