// tools/list over the wire, and what every tool does with an argument that it does not have.
import { afterAll, beforeAll, expect } from 'bun:test'
import { agentTools } from '../../../mcp/tools/list.ts'
import {
  HOOK_TIMEOUT_MS,
  openTestService,
  type TestAccount,
  type TestService,
} from '../../helpers/service.ts'
import { verifies } from '../../helpers/verifies.ts'
import { callTool, refusalOf } from './call.ts'

let service: TestService
let account: TestAccount
beforeAll(async () => {
  service = await openTestService()
  account = await service.account()
}, HOOK_TIMEOUT_MS)
afterAll(() => service.close())

const names = agentTools.map(({ definition }) => definition.name)

async function listed(headers: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await service.fetch('/api/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await response.json()) as { result: { tools: unknown } }
  return result.tools
}

verifies('mcp.tools.eleven', async () => {
  expect(names).toHaveLength(11)
  const definitions = JSON.parse(JSON.stringify(agentTools.map(({ definition }) => definition)))
  expect(await listed({})).toEqual(definitions)
  expect(await listed(account.headers)).toEqual(definitions)
  expect(await listed({ authorization: `Bearer svc_live_${'0'.repeat(48)}` })).toEqual(definitions)
})

verifies('mcp.tools.unknown-argument', async () => {
  for (const name of names) {
    const sentence = await refusalOf(callTool(service, account, name, { surprise: 1 }))
    expect(sentence).toContain('surprise')
    expect(sentence).toContain(name)
  }
  // Nothing was placed, started or kept on the way.
  for (const table of ['orders', 'quotes', 'generation_jobs'] as const) {
    expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
