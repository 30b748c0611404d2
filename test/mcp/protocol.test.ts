// Methods and eras of POST /api/mcp by contract.md 5. Uses the handler with tools of the tests.
import { describe, expect, test } from 'bun:test'
import { requirement, verifies } from '../helpers/verifies.ts'
import {
  MODERN,
  modern,
  openProtocol,
  replyOf,
  requestOf,
  rpc,
  serverInfoKey,
  versionKey,
} from './protocol-fixture.ts'
import { altered, callEcho, expectFault, handle, legacy, OLDER, send } from './protocol-send.ts'
import { echo } from './protocol-tools.ts'

describe('methods', () => {
  verifies(['mcp.post-json', 'mcp.no-store'], async () => {
    const replies = [
      await legacy(rpc('ping')),
      await send(modern('tools/list')),
      await send(modern('tools/call', callEcho)),
      await legacy(rpc('nothing')),
      await legacy('{'),
      await send({ method: 'GET' }),
      await send({ headers: { origin: 'https://evil.example' }, body: rpc('ping') }),
      await legacy({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ]
    for (const { headers, text } of replies) {
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
      const reply = await send({ method })
      expectFault(reply, 405, -32600, null)
      expect(reply.headers.get('allow')).toBe('POST')
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

  test('initialize with an unknown version settles on the newest version that has a handshake', async () => {
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
      result: {
        content: [
          { type: 'text', text: 'hello' },
          { type: 'text', text: '{"text":"hello"}' },
        ],
        structuredContent: { text: 'hello' },
      },
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
    // This instance saw no earlier handshake, and the order of eras does not matter.
    const fresh = openProtocol({ tools: [echo] })
    const first = await replyOf(await fresh.handle(requestOf(modern('tools/list'))))
    const second = await replyOf(await fresh.handle(requestOf({ body: rpc('tools/list') })))
    const third = await replyOf(await fresh.handle(requestOf(modern('tools/list'))))
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
    // The session has the methods of that revision: ping, but not discover.
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
