// tools/list as sent, and every tool's response to an unknown argument.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, refusalOf } from '../../../testing/agent/call-tool.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

/** contract.md 5.5: tools without a key first. */
const names = [
  'list_materials',
  'estimate_price',
  'check_printability',
  'get_lead_time',
  'track_order',
  'quote_print',
  'create_print_order',
  'list_my_orders',
  'get_order',
  'generate_model',
  'get_generation',
]

async function listed(headers: Readonly<Record<string, string>>) {
  const response = await service.fetch(
    '/api/mcp',
    jsonPost({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers),
  )
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } }
  return result.tools
}

verifies(
  ['mcp.tools.eleven', 'mcp.tools.order'],
  'returns all eleven in order, for every caller, as last reviewed',
  async () => {
    // definitions/ has the reviewed version; definitions.test.ts compares it with the code.
    const reviewed = names.map((name) =>
      JSON.parse(readFileSync(join(import.meta.dir, 'definitions', `${name}.json`), 'utf8')),
    )
    for (const headers of [
      {},
      account.headers,
      { authorization: `Bearer svc_live_${'0'.repeat(48)}` },
    ]) {
      const tools = await listed(headers)
      expect(tools.map(({ name }) => name)).toEqual(names)
      expect(tools).toEqual(reviewed)
    }
  },
)

verifies('mcp.tools.unknown-argument', async () => {
  for (const name of names) {
    const sentence = await refusalOf(callTool(service, account, name, { surprise: 1 }))
    expect(sentence).toContain('surprise')
    expect(sentence).toContain(name)
  }
  // Nothing was placed, started or stored meanwhile.
  for (const table of ['orders', 'quotes', 'generation_jobs'] as const) {
    expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
