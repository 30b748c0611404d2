// A used-up allowance of the endpoint itself (decisions.md 30): clients validate a result against the schema of its
// method, so the refusal uses that schema. The official clients then report the seconds to their callers.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { agentTools } from '../../mcp/tools/list.ts'
import type { RateCounters } from '../../server/domain/limits/ports.ts'
import { verifies } from '../helpers/verifies.ts'
import { MODERN, modern, openProtocol, rpc, serverInfoKey } from './protocol-fixture.ts'
import { call, open } from './protocol-open.ts'
import { echo } from './protocol-tools.ts'

const usedUp: RateCounters = { consume: async () => ({ allowed: false, retryAfterSeconds: 1911 }) }
const SENTENCE =
  'The allowance of 600 requests to this endpoint per hour is used up. Wait 1911 seconds, then try again. ' +
  'This call did not run and nothing was charged.'
const refusal = { content: [{ type: 'text', text: SENTENCE }], isError: true }
/** Result of every method except the three whose schema clients check. */
const refusedCall = { ...refusal, _meta: { 'com.svc/error_code': 'rate_limited' } }
const serverInfo = { name: 'svc', title: 'Test', version: '1.0.0' }

describe('the schema', () => {
  const { send } = open({ tools: [echo], counters: usedUp })
  const resultOf = async (sent: Parameters<typeof send>[0]) => {
    const { status, json } = await send(sent)
    expect(status).toBe(200)
    return json.result
  }

  verifies('decision.mcp-refused-shape', 'of initialize fits the refusal', async () => {
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      expect(await resultOf({ body: rpc('initialize', { protocolVersion }) })).toEqual({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo,
        instructions: `${SENTENCE}\nFor tests.`,
        ...refusal,
      })
    }
  })

  verifies(
    'decision.mcp-refused-shape',
    'of server/discover fits the refusal, which must not be cached',
    async () => {
      expect(await resultOf(modern('server/discover'))).toEqual({
        resultType: 'complete',
        supportedVersions: [MODERN, '2025-11-25', '2025-06-18', '2025-03-26'],
        capabilities: { tools: {} },
        instructions: `${SENTENCE}\nFor tests.`,
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { [serverInfoKey]: serverInfo },
        ...refusal,
      })
    },
  )

  verifies(
    'decision.mcp-refused-shape',
    'of tools/list fits the refusal, with every tool',
    async () => {
      const tools = JSON.parse(JSON.stringify([echo.definition]))
      expect(await resultOf({ body: rpc('tools/list') })).toEqual({ tools, ...refusal })
      expect(await resultOf(modern('tools/list'))).toEqual({
        resultType: 'complete',
        tools,
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { [serverInfoKey]: serverInfo },
        ...refusal,
      })
    },
  )

  test('for other methods is only the refusal', async () => {
    for (const method of ['ping', 'tools/call', 'prompts/list', 'server/discover']) {
      expect(await resultOf({ body: rpc(method, {}) })).toEqual(refusedCall)
    }
    expect(await resultOf(call('echo', {}))).toEqual(refusedCall)
  })

  test('for a modern call also has the code of the refusal', async () => {
    expect(await resultOf(modern('tools/call', { name: 'echo', arguments: {} }))).toEqual({
      resultType: 'complete',
      ...refusal,
      _meta: {
        [serverInfoKey]: serverInfo,
        'com.svc/code': 'try_again',
        'com.svc/error_code': 'rate_limited',
      },
    })
  })
})

describe('the official clients show the seconds', () => {
  let server: ReturnType<typeof Bun.serve>
  beforeAll(() => {
    const { handle } = openProtocol({ tools: agentTools, counters: usedUp })
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle })
  })
  afterAll(() => server.stop(true))

  const me = { name: 'refused', version: '1.0.0' }
  const url = () => new URL(`http://127.0.0.1:${server.port}/api/mcp`)
  const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text
  const estimate = { name: 'estimate_price', arguments: { grams: 42 } }

  test('SDK 1', async () => {
    const client = new FirstClient(me)
    const transport = new FirstTransport(url())
    await client.connect(transport as Parameters<typeof client.connect>[0])
    expect(client.getInstructions()).toContain('Wait 1911 seconds')
    expect((await client.listTools()).tools).toHaveLength(11)
    expect(textOf(await client.callTool(estimate))).toBe(SENTENCE)
    await client.close()
  })

  for (const mode of ['legacy', 'auto', { pin: MODERN }] as const) {
    test(`client 2, ${JSON.stringify(mode)}`, async () => {
      const client = new Client(me, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(url()))
      expect(client.getInstructions()).toContain('Wait 1911 seconds')
      expect((await client.listTools()).tools).toHaveLength(11)
      expect(textOf(await client.callTool(estimate))).toBe(SENTENCE)
      await client.close()
    })
  }
})
