// The baseline of paid orders records the statements of one order from the database layer (bench/http/paid/record.ts).
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { recordStatements } from '../../bench/http/paid/record.ts'
import { orderForm } from '../../testing/people/submit.ts'
import { useService } from '../../testing/use.ts'

const service = useService()

test('a paid order takes at most 12 statements, and its email four', async () => {
  const { apiKey } = await service.account()
  const headers = { authorization: `Bearer ${apiKey}` }
  const sent = await service.fetch('/api/print/orders', {
    method: 'POST',
    headers,
    body: orderForm(),
  })
  expect(sent.status).toBe(201)
  const { rows } = await sql<{ id: string; keyHash: string }>`
    select account_id as id, key_hash as "keyHash" from api_keys`.execute(service.db)
  const { ofOrder, ofMails, order } = await recordStatements(service.databaseUrl, rows)
  expect(ofOrder.length).toBeGreaterThan(4)
  expect(ofOrder.length).toBeLessThanOrEqual(12)
  const mails = await sql<{
    id: string
  }>`select id from emails where order_id = ${order.id}`.execute(service.db)
  expect(mails.rows).toEqual([{ id: String(order.mailId) }])
  expect(Object.values(ofMails).map(({ text }) => text.trim().split(/\s/)[0])).toEqual([
    'with',
    'select',
    'update',
    'select',
  ])
})
