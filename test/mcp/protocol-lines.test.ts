// Which responses of POST /api/mcp are logged: all except plain ones of tools that read, which the metrics count.
import { expect, test } from 'bun:test'
import type { RateCounters } from '../../server/domain/limits/ports.ts'
import { modern, rpc } from './protocol-fixture.ts'
import { call, countingTools, open } from './protocol-open.ts'

test('a plain response of a tool that reads is not logged', async () => {
  const { tools, runs } = countingTools()
  const { send, logged } = open({ tools })
  await send(modern('tools/call', { name: 'list_materials' }))
  await send(call('get_lead_time', {}))
  expect(runs).toEqual(['list_materials', 'get_lead_time'])
  expect(logged).toEqual([])
})

test('calls that spend, refused calls and other methods are logged once each', async () => {
  const { tools } = countingTools()
  const { send, logged } = open({ tools })
  await send(call('create_print_order'))
  await send(call('create_print_order', {}))
  await send({ body: rpc('initialize', { protocolVersion: '2025-06-18' }) })
  await send(modern('tools/list'))
  expect(logged.map(({ event, facts }) => [event, facts?.['outcome']])).toEqual([
    ['mcp.call', 'succeeded'],
    ['mcp.call', 'refused'],
    ['mcp.request', 'succeeded'],
    ['mcp.request', 'succeeded'],
  ])
  expect(logged[3]?.facts).toEqual({
    method: 'tools/list',
    outcome: 'succeeded',
    version: '2026-07-28',
  })
})

test('a refused endpoint allowance is logged, whatever the method is called', async () => {
  const counters: RateCounters = {
    consume: async () => ({ allowed: false, retryAfterSeconds: 1234 }),
  }
  const { send, logged } = open({ counters })
  await send({ body: rpc('x'.repeat(5_000)) })
  expect(logged).toEqual([
    {
      event: 'mcp.request',
      facts: { method: 'x'.repeat(80), outcome: 'refused', version: '2025-03-26' },
    },
  ])
})
