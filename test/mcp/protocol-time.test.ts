// Time limits of calls of POST /api/mcp: contract.md 9.5.
import { afterEach, describe, expect, jest, test } from 'bun:test'
import { toolResult } from '../../mcp/content.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { requirement, verifies } from '../helpers/verifies.ts'
import {
  KEY,
  openProtocol,
  READ_TOOLS,
  type Reply,
  replyOf,
  requestOf,
  rpc,
} from './protocol-fixture.ts'
import { call, keyed, open } from './protocol-open.ts'
import { echo, slow, spender, whoAmI } from './protocol-tools.ts'

describe('time limits', () => {
  afterEach(() => void jest.useRealTimers())
  const hang = () => new Promise<never>(() => {})

  /** Runs everything that waits only for promises. */
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }

  /** Calls the tool of that name, which hangs, and returns its response just before its time limit, and after it. */
  async function repliesOf(name: string, ms: number): Promise<readonly (Reply | null)[]> {
    const tools = agentTools.map((tool) => ({ ...tool, call: hang }))
    const { handle } = openProtocol({ tools })
    jest.useFakeTimers()
    let reply: Response | null = null
    void handle(requestOf(call(name))).then((response) => {
      reply = response
    })
    await settle()
    jest.advanceTimersByTime(ms - 1)
    await settle()
    const before = reply
    jest.advanceTimersByTime(1)
    await settle()
    jest.useRealTimers()
    return [before, reply === null ? null : await replyOf(reply)]
  }

  const rows: readonly (readonly [Parameters<typeof requirement>[0], readonly string[], number])[] =
    [
      [requirement('mcp.timeout.reads'), [...READ_TOOLS, 'generate_model'], 25_000],
      [requirement('mcp.timeout.create-print-order'), ['create_print_order'], 45_000],
      [requirement('mcp.timeout.file-tools'), ['check_printability', 'quote_print'], 90_000],
    ]
  for (const [id, names, ms] of rows) {
    verifies(id, async () => {
      for (const name of names) {
        const [before, after] = await repliesOf(name, ms)
        expect({ name, before }).toEqual({ name, before: null })
        expect({ name, status: after?.status, isError: after?.json.result.isError }).toEqual({
          name,
          status: 200,
          isError: true,
        })
      }
    })
  }

  verifies('mcp.timeout.route', async () => {
    // A body that does not end, then the slowest tool: together they stay under the route's 120 seconds.
    const never = new ReadableStream({ pull: hang })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/api/mcp', rawPost(never, headers))
    const { handle } = openProtocol({ tools: agentTools })
    jest.useFakeTimers()
    let status = 0
    void handle(request).then((response) => {
      status = response.status
    })
    await settle()
    const longest = Math.max(...agentTools.map(({ timeoutMs }) => timeoutMs))
    jest.advanceTimersByTime(120_000 - longest)
    await settle()
    jest.useRealTimers()
    expect(status).toBe(408)
    expect(longest).toBe(90_000)
  })

  verifies('mcp.timeout.spending-unconfirmed', async () => {
    const tool = spender(({ progressNotes }) => {
      progressNotes.set('id', 'job-7')
      return hang()
    })
    const { send } = open({ tools: [{ ...tool, timeoutMs: 20 }] })
    const { status, json } = await send(call('spend'))
    expect(status).toBe(200)
    expect(json.result.content[0].text).toBe('Unconfirmed: do not call again. Noted: job-7.')
  })

  test('a tool that fails while it spends is unconfirmed as well, and its late result is logged', async () => {
    const failing = spender(async ({ progressNotes, markSpending }) => {
      markSpending()
      progressNotes.set('id', 'order-1')
      throw new Error('the connection broke')
    })
    const { send, logged } = open({ tools: [failing] })
    const { json } = await send(call('spend'))
    expect(json.result.content[0].text).toContain('Noted: order-1')
    const late = Promise.withResolvers<never>()
    const slowly = open({ tools: [{ ...spender(() => late.promise), timeoutMs: 5 }] })
    await slowly.send(call('spend'))
    late.reject(new Error('late'))
    await Bun.sleep(1)
    for (const lines of [logged, slowly.logged]) {
      expect(lines.map(({ event }) => event)).toContain('mcp.tool_failed')
    }
  })

  test('a spending tool that fails before it spends has charged nothing', async () => {
    const failing = spender(async () => {
      throw new Error('the database is gone')
    })
    const { send, logged } = open({ tools: [failing] })
    const { json } = await send(call('spend'))
    expect(json.result.content[0].text).toContain('nothing was charged; try again')
    expect(logged.map(({ event }) => event)).toContain('mcp.tool_failed')
  })

  test('a tool knows its remaining time', async () => {
    const left: number[] = []
    const tool = slow(async ({ timeLeftMs }) => {
      left.push(timeLeftMs())
      throw new Error('enough')
    })
    const { send } = open({ tools: [{ ...tool, timeoutMs: 60_000 }] })
    await send(call('slow'))
    expect(left).toHaveLength(1)
    expect(left[0]).toBeGreaterThan(0)
    expect(left[0]).toBeLessThanOrEqual(60_000)
  })

  test('a tool that exceeds its time limit is aborted', async () => {
    const stopped = Promise.withResolvers<string>()
    const tool = slow(({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(String(signal.reason.name)))
      return hang()
    })
    const { send } = open({ tools: [{ ...tool, timeoutMs: 5 }] })
    const { json } = await send(call('slow'))
    expect(json.result.isError).toBe(true)
    expect(await stopped.promise).toBe('TimeoutError')
  })

  test('a disconnect stops a free tool, but not one that spends', async () => {
    for (const [make, expected] of [
      [slow, true],
      [spender, false],
    ] as const) {
      const started = Promise.withResolvers<AbortSignal>()
      const tool = make(({ signal }) => {
        started.resolve(signal)
        return hang()
      })
      const { handle } = openProtocol({ tools: [tool] })
      const caller = new AbortController()
      const request = new Request(requestOf(call(tool.definition.name)), { signal: caller.signal })
      void handle(request)
      const toolSignal = await started.promise
      caller.abort()
      await Bun.sleep(1)
      expect(toolSignal.aborted).toBe(expected)
    }
  })
})

test('each call other than a plain read logs one line without a secret', async () => {
  const { send, logged } = open({
    tools: [echo, whoAmI, spender(async () => toolResult('Done.', {}))],
  })
  await send({
    headers: keyed,
    body: rpc('tools/call', { name: 'echo', arguments: { text: 'a' } }),
  })
  expect(logged).toEqual([])
  await send(call('spend'))
  await send(call('echo', {}))
  expect(logged.map(({ event }) => event)).toEqual(['mcp.call', 'mcp.call'])
  expect(logged[0]?.facts).toMatchObject({
    tool: 'spend',
    outcome: 'succeeded',
    caller: 'account-1',
  })
  expect(logged[1]?.facts).toMatchObject({ tool: 'echo', outcome: 'refused', caller: 'anonymous' })
  expect(JSON.stringify(logged)).not.toContain(KEY)
})
