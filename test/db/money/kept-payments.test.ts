// Queries that run every few seconds over all orders use a dedicated index.
import { expect, test } from 'bun:test'
import type { RawBuilder } from 'kysely'
import { attentionSources } from '../../../server/db/desk/attention.ts'
import { notificationSources } from '../../../server/db/notifications/sources.ts'
import { useOrders } from '../orders-fixture.ts'

const { database } = useOrders()

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { sql, parameters } = query.compile(database.db)
  const client = await database.pool.connect()
  try {
    // An empty table would be scanned because of its size.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain ${sql}`, [...parameters])
    await client.query('reset enable_seqscan')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release()
  }
}

test.each([
  ['the overview', attentionSources.kept_payment],
  ['notifications', notificationSources.order_needs_review],
] as const)('kept payments of closed orders, for %s', async (_, query) => {
  expect(await planOf(query)).toContain('orders_kept_payment')
})
