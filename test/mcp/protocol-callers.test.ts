// Who may call POST /api/mcp and how often: contract.md 6.3 and 9.4. Uses the product's registry with replaced tool
// bodies, so that its real allowances are tested.
import { describe, expect, test } from 'bun:test'
import type { RateCounters } from '../../server/domain/limits/ports.ts'
import { requirement, verifies } from '../helpers/verifies.ts'
import { modern, READ_TOOLS, requestOf, rpc, type Sent } from './protocol-fixture.ts'
import { call, countingTools, expectWait, keyed, open } from './protocol-open.ts'
import { echo, whoAmI } from './protocol-tools.ts'

describe('credentials', () => {
  verifies(
    ['auth.key.mcp', 'mcp.auth.none-needed', 'mcp.auth.public-tools-anonymous'],
    async () => {
      const { send } = open({ tools: [echo, whoAmI] })
      const mine = await send(call('who_am_i'))
      expect(mine.json.result.structuredContent).toEqual({ account: 'account-1' })
      for (const method of ['initialize', 'tools/list', 'ping']) {
        expect((await send({ body: rpc(method) })).status).toBe(200)
      }
      const said = await send({
        body: rpc('tools/call', { name: 'echo', arguments: { text: 'a' } }),
      })
      expect(said.json.result.structuredContent).toEqual({ text: 'a' })
    },
  )

  verifies(
    [
      'mcp.auth.unrecognised-key-is-anonymous',
      'mcp.auth.account-tool-without-key',
      'mcp.auth.no-oauth',
    ],
    async () => {
      const { send, taken } = open({ tools: [echo, whoAmI] })
      for (const headers of [
        {},
        { authorization: `Bearer svc_live_${'b'.repeat(48)}` },
        { authorization: 'Bearer nonsense' },
        { 'x-api-key': 'nonsense' },
      ]) {
        const { status, json, headers: answered } = await send(call('who_am_i', headers))
        expect(status).toBe(200)
        expect(answered.get('www-authenticate')).toBeNull()
        expect(json.result.isError).toBe(true)
        expect(json.result.content[0].text).toContain('http://localhost:3000/account')
        const said = { name: 'echo', arguments: { text: 'a' } }
        expect(
          (await send({ headers, body: rpc('tools/call', said) })).json.result.isError,
        ).toBeUndefined()
      }
      expect([...taken.keys()].filter((key) => key.includes('account'))).toEqual([])
    },
  )

  verifies(
    ['mcp.auth.origin-not-allowed', 'mcp.auth.origin-missing', 'mcp.error.origin'],
    async () => {
      const { send, taken } = open({ tools: [echo] })
      for (const origin of [
        'https://evil.example',
        'https://app.example.evil.example',
        'http://app.example',
        'https://app.example:8443',
        'null',
        '',
      ]) {
        const { status, json } = await send({ headers: { origin }, body: rpc('ping') })
        expect({ origin, status, code: json.error.code }).toEqual({
          origin,
          status: 403,
          code: undefined,
        })
        expect(json.error.length).toBeGreaterThan(10)
      }
      expect(taken.size).toBe(0)
      for (const headers of [
        {},
        { origin: 'https://app.example' },
        { origin: 'http://localhost:3000' },
      ]) {
        expect((await send({ headers: { ...headers }, body: rpc('ping') })).status).toBe(200)
      }
    },
  )
})

describe('browsers', () => {
  const origin = 'https://app.example'
  const asking = { origin, 'access-control-request-method': 'POST' }

  test('a page of a listed origin may send requests and read responses', async () => {
    const { handle, send } = open({ tools: [echo] })
    const asked = await handle(requestOf({ method: 'OPTIONS', headers: asking }))
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST')
    for (const header of ['authorization', 'content-type', 'mcp-method', 'mcp-protocol-version']) {
      expect(asked.headers.get('access-control-allow-headers')).toContain(header)
    }
    const replies = [
      asked,
      await send({ headers: { origin }, body: rpc('ping') }),
      await send({ headers: { origin }, body: '{' }),
    ]
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('vary')).toBe('origin')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('other origins can read nothing, and no response allows every origin', async () => {
    const { handle, send } = open({ tools: [echo] })
    const evil = { ...asking, origin: 'https://evil.example' }
    expect((await handle(requestOf({ method: 'OPTIONS', headers: evil }))).status).toBe(405)
    for (const reply of [
      await send({ headers: { origin: 'https://evil.example' }, body: rpc('ping') }),
      await send({ body: rpc('ping') }),
      await send({ method: 'OPTIONS' }),
    ]) {
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('allowances', () => {
  const shares: readonly (readonly [
    Parameters<typeof requirement>[0],
    readonly string[],
    number,
  ])[] = [
    [requirement('mcp.limits.reads'), READ_TOOLS, 300],
    [requirement('mcp.limits.file-fetches'), ['check_printability', 'quote_print'], 40],
    [requirement('mcp.limits.quote-print'), ['quote_print'], 30],
    [requirement('mcp.limits.credits'), ['generate_model'], 20],
    [requirement('mcp.limits.money'), ['create_print_order'], 10],
  ]
  for (const [id, names, limit] of shares) {
    verifies(
      [id, 'mcp.limits.refusal', 'mcp.limits.refusal-charges-nothing'],
      `${names.join(', ')} share ${limit} calls an hour`,
      async () => {
        const { tools, runs } = countingTools()
        const { send } = open({ tools })
        // The allowance with more room comes first, so that the limit of the other one is not the one reached.
        const order = Array.from({ length: limit }, (_, index) => names[index % names.length] ?? '')
        for (const name of order) {
          expect((await send(call(name))).json.result.content[0].text).toBe('It ran.')
        }
        expect(runs).toHaveLength(limit)
        for (const name of names) expectWait(await send(call(name)))
        expect(runs).toHaveLength(limit)
        // The other tools continue.
        const spared = names.includes('list_materials') ? 'create_print_order' : 'list_materials'
        expect((await send(call(spared))).json.result.isError).toBeUndefined()
      },
    )
  }

  verifies(
    ['mcp.limits.refusal', 'mcp.limits.refusal-charges-nothing'],
    'a quote refused by its allowance uses no file fetch',
    async () => {
      const { tools, runs } = countingTools()
      const { send, taken } = open({ tools })
      for (let index = 0; index < 30; index += 1) await send(call('quote_print'))
      expectWait(await send(call('quote_print')))
      expect(taken.get('agent-file-fetches account:account-1')).toBe(30)
      expect(runs).toHaveLength(30)
    },
  )

  verifies('mcp.limits.endpoint', async () => {
    const { tools, runs } = countingTools()
    const { send, taken } = open({ tools })
    const kinds: readonly Sent[] = [
      { body: rpc('ping') },
      { body: rpc('nothing') },
      { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
      { body: [] },
      modern('tools/list'),
      modern('tools/call', { name: 'nope' }),
    ]
    for (let index = 0; index < 600; index += 1) {
      const { status } = await send(kinds[index % kinds.length] ?? {})
      expect(status).not.toBe(429)
    }
    expect(taken.get('agent-endpoint address:192.0.2.1')).toBe(600)
    expectWait(await send({ body: rpc('tools/list') }))
    expectWait(await send(modern('tools/list')))
    expectWait(await send(call('list_materials', {})))
    expect(runs).toEqual([])
    // A refusal does not count, and a notification still has no response.
    expect(taken.get('agent-endpoint address:192.0.2.1')).toBe(600)
    expect((await send({ body: { jsonrpc: '2.0', method: 'notifications/x' } })).status).toBe(202)
  })

  verifies(['mcp.limits.keyed-by-account', 'mcp.limits.anonymous-by-address'], async () => {
    const { tools } = countingTools()
    const address = (request: Request) => request.headers.get('x-test-address') ?? ''
    const { send, taken } = open({ tools, address })
    const from = (ip: string, headers = {}) => ({ ...headers, 'x-test-address': ip })
    for (const [headers, times] of [
      [from('192.0.2.1'), 3],
      [from('192.0.2.2'), 2],
      [from('192.0.2.1', keyed), 4],
      [from('192.0.2.2', keyed), 1],
    ] as const) {
      for (let index = 0; index < times; index += 1) await send(call('list_materials', headers))
    }
    await send(call('quote_print', from('192.0.2.1', keyed)))
    expect(Object.fromEntries(taken)).toEqual({
      'agent-endpoint address:192.0.2.1': 3,
      'agent-reads address:192.0.2.1': 3,
      'agent-endpoint address:192.0.2.2': 2,
      'agent-reads address:192.0.2.2': 2,
      'agent-endpoint account:account-1': 6,
      'agent-reads account:account-1': 5,
      'agent-file-fetches account:account-1': 1,
      'agent-quote-print owner@example.com': 1,
    })
  })

  verifies('mcp.error.unreadable-bodies', async () => {
    const { send } = open({ tools: [] })
    const bodies = ['{', 'x', `"${'x'.repeat(1024 * 1024)}"`]
    for (let index = 0; index < 30; index += 1) {
      expect([400, 413]).toContain((await send({ body: bodies[index % 3] })).status)
    }
    const refused = await send({ body: '{' })
    expect(refused.status).toBe(429)
    expect(refused.json.error.code).toBe(-32600)
    expect(refused.headers.get('retry-after')).toBe('1234')
    // Reads still get a response.
    expect((await send({ body: rpc('ping') })).status).toBe(200)
  })

  test('an unreadable body gets no separate message while it cannot be counted', async () => {
    const gone: RateCounters = { consume: () => Promise.reject(new Error('gone')) }
    const refused = await open({ counters: gone }).send({ body: '{' })
    expect([refused.status, refused.json.error.code]).toEqual([429, -32600])
    expect(refused.headers.get('retry-after')).toBe('30')
    // Outside production the real error is shown.
    const deps = { production: false }
    expect((await open({ counters: gone, deps }).send({ body: '{' })).status).toBe(400)
  })

  test('nothing runs when the limiter is unavailable, nor when a key cannot be looked up', async () => {
    const { tools, runs } = countingTools()
    const gone: RateCounters = { consume: () => Promise.reject(new Error('gone')) }
    const { send } = open({ tools, counters: gone })
    const unasked = await send(call('list_materials', {}))
    const { send: sendKeyed } = open({
      tools,
      parts: { authenticate: () => Promise.reject(new Error('gone')) },
    })
    const unknown = await sendKeyed(call('create_print_order'))
    for (const { status, json } of [unasked, unknown]) {
      expect(status).toBe(200)
      expect(json.result.isError).toBe(true)
      expect(json.result.content[0].text).toContain('nothing was charged')
      expect(json.result.content[0].text).toContain('30 seconds')
    }
    expect(runs).toEqual([])
  })
})
