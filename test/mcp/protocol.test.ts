// The protocol of POST /api/mcp by service.md: methods, eras, headers, errors. Through the handler, with tools of the test.
import { describe, expect, test } from 'bun:test'
import { requirement, verifies } from '../helpers/verifies'
import {
  type Answer,
  answerOf,
  capabilitiesKey,
  MODERN,
  modern,
  openProtocol,
  requestOf,
  rpc,
  type Sent,
  serverInfoKey,
  versionKey,
} from './protocol-fixture'
import { broken, echo, whoAmI } from './protocol-tools'

const { handle } = openProtocol({
  tools: [echo, whoAmI, broken],
  counters: { take: () => ({ taken: true }) },
})
const send = async (sent: Sent): Promise<Answer> => answerOf(await handle(requestOf(sent)))
const legacy = (body: unknown, headers: Record<string, string> = {}) => send({ body, headers })
const callEcho = { name: 'echo', arguments: { text: 'hello' } }
const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

function expectFault(answer: Answer, status: number, code: number, id: unknown = 1): void {
  expect({ status: answer.status, code: answer.json?.error?.code, id: answer.json?.id }).toEqual({
    status,
    code,
    id,
  })
  expect(answer.json.error.message.length).toBeGreaterThan(10)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.json.result).toBeUndefined()
}

/** The modern request with some of its headers or `_meta` other than they should be; undefined leaves one out. */
function altered(
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

describe('methods', () => {
  verifies(['mcp.post-json', 'mcp.no-store'], async () => {
    const answers = [
      await legacy(rpc('ping')),
      await send(modern('tools/list')),
      await send(modern('tools/call', callEcho)),
      await legacy(rpc('nothing')),
      await legacy('{'),
      await send({ method: 'GET' }),
      await send({ headers: { origin: 'https://evil.example' }, body: rpc('ping') }),
      await legacy({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ]
    for (const { headers, text } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      if (text === '') continue
      expect(headers.get('content-type')).toBe('application/json')
      expect(text).toMatch(/^\{.*\}$/s)
    }
  })

  for (const [id, method] of [
    [requirement('mcp.get'), 'GET'],
    [requirement('mcp.delete'), 'DELETE'],
  ] as const) {
    verifies(id, `${method} is 405`, async () => {
      const answer = await send({ method })
      expectFault(answer, 405, -32600, null)
      expect(answer.headers.get('allow')).toBe('POST')
    })
  }

  verifies('mcp.error.http-method', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
      expectFault(await send({ method }), 405, -32600, null)
    }
    expect((await handle(requestOf({ method: 'HEAD' }))).status).toBe(405)
  })

  verifies(['mcp.method.initialize', 'mcp.era.initialize', 'mcp.tools-only'], async () => {
    for (const version of OLDER) {
      const { status, json } = await legacy(rpc('initialize', { protocolVersion: version }))
      expect(status).toBe(200)
      expect(json.id).toBe(1)
      expect(json.result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: 'svc', version: '1.0.0' },
      })
      expect(json.result.capabilities).toEqual({ tools: {} })
      expect(json.result).not.toHaveProperty('resultType')
    }
  })

  test('initialize with a version that no handshake has settles on the newest that has one', async () => {
    for (const protocolVersion of ['1900-01-01', MODERN, 7, undefined]) {
      const { json } = await legacy(rpc('initialize', { protocolVersion }))
      expect(json.result.protocolVersion).toBe('2025-11-25')
    }
  })

  verifies(['mcp.method.discover', 'mcp.era.modern-discover'], async () => {
    const { status, json } = await send(modern('server/discover'))
    expect(status).toBe(200)
    expect(json.result.supportedVersions).toEqual([MODERN, ...OLDER])
    expect(json.result.capabilities).toEqual({ tools: {} })
    expectFault(await legacy(rpc('server/discover')), 404, -32601)
  })

  verifies(['mcp.method.tools-list', 'mcp.method.tools-call', 'mcp.method.ping'], async () => {
    const listed = await legacy(rpc('tools/list'))
    expect(listed.json.result.tools.map((tool: { name: string }) => tool.name)).toEqual([
      'echo',
      'who_am_i',
      'broken',
    ])
    const called = await legacy(rpc('tools/call', callEcho))
    expect(called.json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: 'hello' }], structuredContent: { text: 'hello' } },
    })
    expect((await legacy(rpc('ping'))).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  verifies(['mcp.method.unknown', 'mcp.error.method'], async () => {
    for (const method of ['prompts/list', 'resources/list', 'constructor', '__proto__', '']) {
      expectFault(await legacy(rpc(method)), 404, -32601)
      expectFault(await send(modern(method)), 404, -32601, 'm1')
    }
  })

  verifies(['mcp.notification', 'events.mcp-notifications'], async () => {
    const notifications = [
      { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
      { body: { jsonrpc: '2.0', method: 'tools/call', params: callEcho } },
      { body: { jsonrpc: '2.0', method: 'nobody/knows', params: {} } },
      {
        headers: { 'mcp-protocol-version': MODERN },
        body: { jsonrpc: '2.0', method: 'notifications/cancelled' },
      },
    ]
    for (const sent of notifications) {
      const { status, text } = await send(sent)
      expect({ status, text }).toEqual({ status: 202, text: '' })
    }
  })

  verifies('mcp.stateless', async () => {
    const handshake = await legacy(rpc('initialize', { protocolVersion: '2025-06-18' }))
    expect(handshake.headers.get('mcp-session-id')).toBeNull()
    // No handshake went before this in another instance, and the order of eras does not matter.
    const fresh = openProtocol({ tools: [echo] })
    const first = await answerOf(await fresh.handle(requestOf(modern('tools/list'))))
    const second = await answerOf(await fresh.handle(requestOf({ body: rpc('tools/list') })))
    const third = await answerOf(await fresh.handle(requestOf(modern('tools/list'))))
    expect(first.status).toBe(200)
    expect(second.json.result).not.toHaveProperty('resultType')
    expect(third.json).toEqual(first.json)
  })
})

describe('eras', () => {
  verifies(
    ['mcp.era.modern', 'mcp.era.modern-result-type', 'mcp.era.modern-server-info'],
    async () => {
      for (const sent of [
        modern('tools/list'),
        modern('server/discover'),
        modern('tools/call', callEcho),
        modern('tools/call', { name: 'echo', arguments: {} }),
      ]) {
        const { status, json } = await send(sent)
        expect(status).toBe(200)
        expect(json.id).toBe('m1')
        expect(json.result.resultType).toBe('complete')
        expect(json.result._meta[serverInfoKey]).toMatchObject({ name: 'svc', version: '1.0.0' })
      }
    },
  )

  verifies(['mcp.era.legacy-named', 'mcp.era.legacy-no-result-type'], async () => {
    for (const version of OLDER) {
      for (const [method, params] of [
        ['ping', {}],
        ['tools/list', {}],
        ['tools/call', callEcho],
      ] as const) {
        const named = rpc(method, { ...params, _meta: { [versionKey]: version } })
        const { status, json } = await legacy(named)
        expect(status).toBe(200)
        expect(JSON.stringify(json)).not.toContain('resultType')
        expect(json.result._meta).toBeUndefined()
        const byHeader = await legacy(rpc(method, params), { 'mcp-protocol-version': version })
        expect(byHeader.json).toEqual(json)
      }
    }
  })

  verifies('mcp.era.no-version', async () => {
    const unstated = await legacy(rpc('tools/call', callEcho))
    const stated = await legacy(rpc('tools/call', callEcho), {
      'mcp-protocol-version': '2025-03-26',
    })
    expect(unstated.status).toBe(200)
    expect(unstated.json).toEqual(stated.json)
    // Of that revision: it pings and does not discover.
    expect((await legacy(rpc('ping'))).status).toBe(200)
    expect((await legacy(rpc('server/discover'))).status).toBe(404)
  })

  verifies('mcp.discover-replaces-handshake', async () => {
    expectFault(await send(modern('initialize')), 404, -32601, 'm1')
    expectFault(await send(modern('ping')), 404, -32601, 'm1')
    const { headers } = await send(modern('server/discover'))
    expect(headers.get('mcp-session-id')).toBeNull()
    expect((await send({ method: 'GET', headers: { accept: 'text/event-stream' } })).status).toBe(
      405,
    )
  })

  verifies(['mcp.versions', 'mcp.error.version'], async () => {
    for (const version of [MODERN, ...OLDER]) {
      const sent = altered(
        modern('tools/list'),
        { 'mcp-protocol-version': version },
        {
          [versionKey]: version,
        },
      )
      expect((await send(sent)).status).toBe(200)
    }
    for (const version of ['1900-01-01', '2024-11-05', '2026-07-29', '', '2026-07-28 ', 'x']) {
      const named = await legacy(rpc('tools/list', { _meta: { [versionKey]: version } }))
      expectFault(named, 400, -32022)
      expect(named.json.error.data).toEqual({ supported: [MODERN, ...OLDER], requested: version })
    }
    const byHeader = await legacy(rpc('tools/list'), { 'mcp-protocol-version': '2024-11-05' })
    expectFault(byHeader, 400, -32022)
    expect(byHeader.json.error.data.requested).toBe('2024-11-05')
  })

  verifies('decision.mcp-cache-fields', async () => {
    for (const method of ['tools/list', 'server/discover']) {
      const { json } = await send(modern(method))
      expect(json.result.cacheScope).toBe('public')
      expect(json.result.ttlMs).toBeGreaterThan(0)
      expect(Number.isInteger(json.result.ttlMs)).toBe(true)
    }
    const { json } = await legacy(rpc('tools/list'))
    expect(Object.keys(json.result)).toEqual(['tools'])
  })
})

describe('_meta and headers', () => {
  verifies('mcp.meta.protocol-version', async () => {
    const sent = altered(modern('tools/list'), { 'mcp-protocol-version': '2025-11-25' })
    expectFault(await send(sent), 400, -32020, 'm1')
    // The disagreement comes before the question whether either is spoken.
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

  test('a modern header without _meta, and _meta that is no object, are -32602', async () => {
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
      // A method without a subject needs no Mcp-Name, and one that is sent has nothing to disagree with.
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
    const answer = await legacy(notification, { 'mcp-method': 'other' })
    expectFault(answer, 400, -32020, null)
  })

  verifies('mcp.header.name-base64', async () => {
    const wrapped = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
    const call = modern('tools/call', callEcho)
    expect((await send(altered(call, { 'mcp-name': wrapped('echo') }))).status).toBe(200)
    const unicode = { name: 'Grüße, 世界', arguments: {} }
    const known = altered(modern('tools/call', unicode), { 'mcp-name': wrapped(unicode.name) })
    // It agrees, so what is refused is the tool.
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
    const latin = new Request('http://localhost/api/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    })
    expectFault(await answerOf(await handle(latin)), 400, -32700, null)
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
      const answer = await legacy(rpc('tools/call', { name, arguments: {} }))
      expectFault(answer, 400, -32602)
      expect(answer.json.error.data).toEqual({ available: ['echo', 'who_am_i', 'broken'] })
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
    expectFault(await answerOf(await handle(request)), 413, -32600, null)
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
    const request = new Request('http://localhost/api/mcp', {
      method: 'POST',
      headers,
      body: endless,
    })
    expectFault(await answerOf(await handle(request)), 413, -32600, null)
    expect(sent).toBeLessThan(4 * 1024 * 1024)
  })

  test('a body of another type is 415, a charset is none of that', async () => {
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

  test('what a broken tool threw is logged and never shown', async () => {
    const { handle: own, logged } = openProtocol({ tools: [broken] })
    const response = await own(requestOf({ body: rpc('tools/call', { name: 'broken' }) }))
    expect(await response.text()).not.toContain('secret')
    expect(logged.map(({ event }) => event)).toContain('mcp.tool_broken')
  })

  test('what comes second in a fault is never reached', async () => {
    // Origin before allowance, shape before version, version before headers, headers before capabilities before method.
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
