// A service in which quotes of a 60 mm cube can be ordered: 126 g of pla in black, $15.12 and $7 of postage.

import type { Tool } from '../../../mcp/registry.ts'
import { agentTools } from '../../../mcp/tools/list.ts'
import { type QuoteId, quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import { callTool, resultOf, type ToolResult } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import {
  openTestService,
  type TestAccount,
  type TestService,
} from '../../../testing/service/service.ts'

export const ADDRESS = {
  recipient_name: 'Ada Example',
  email: 'Ada@Example.com',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
} as const

type Args = Readonly<Record<string, unknown>>

export type OrderingService = TestService & {
  /** Returns the id of a new quote. */
  readonly quoted: (account: TestAccount, args?: Args) => Promise<QuoteId>
  readonly order: (account: TestAccount, quoteId: string, changes?: Args) => Promise<ToolResult>
  readonly spentAt: (quoteId: string) => Promise<Date | null>
}

export async function openOrderingService(): Promise<OrderingService> {
  const service = await openTestService()
  const web = standInWeb(service.deps)
  const { slicer } = standInSlicer()
  service.replace({ downloads: web.downloads, quoteAllowedHosts: [HOST], slicer })
  const cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
  return {
    ...service,
    quoted: async (account, args = {}) => {
      const { fields } = await resultOf(
        callTool(service, account, 'quote_print', { model_url: cube, color: 'Black', ...args }),
      )
      return quoteIdOf(String(fields['quote_id']))
    },
    order: (account, quote_id, changes = {}) =>
      callTool(service, account, 'create_print_order', {
        quote_id,
        confirm: true,
        ...ADDRESS,
        ...changes,
      }),
    spentAt: async (quoteId) => {
      const { spent_at } = await service.db
        .selectFrom('quotes')
        .select('spent_at')
        .where('id', '=', quoteIdOf(quoteId))
        .executeTakeFirstOrThrow()
      return spent_at
    },
  }
}

export const ordersOf = ({ db }: TestService, { accountId }: TestAccount) =>
  db.selectFrom('orders').selectAll().where('account_id', '=', accountId).execute()

export const chargesOf = ({ stripe }: TestService, { customerId }: TestAccount) =>
  stripe.charges({ customer: customerId ?? '' })

export function toolOf(name: string): Tool {
  const found = agentTools.find(({ definition }) => definition.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  return found
}
