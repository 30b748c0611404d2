// A key that was replaced with an overlap calls the tools that need one until the overlap ends, as the new key does.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const callerOf = (key: string) => ({ headers: { authorization: `Bearer ${key}` } as const })

test('a replaced key lists the orders of its account, and is refused after its overlap', async () => {
  const who = await buyer(service)
  const account = await service.account({ email: who.email, accountId: who.accountId })
  const { cookie } = who
  const rotated = await service.fetch(
    '/api/account/api-key',
    jsonPost({ overlapHours: 1 }, { cookie }),
  )
  const { key } = (await rotated.json()) as { key: string }
  const list = (secret: string) => callTool(service, callerOf(secret), 'list_my_orders')

  for (const secret of [account.apiKey, key]) {
    expect(await list(secret)).toMatchObject({ isError: false, fields: { count: 0, orders: [] } })
  }

  await sql`update api_keys set replaced_until = now() - interval '1 second' where account_id = ${account.accountId}`.execute(
    service.db,
  )
  const late = await list(account.apiKey)
  expect(late.isError).toBe(true)
  expect(late.text).toContain('API key')
  expect(await list(key)).toMatchObject({ isError: false })
})
