// Attention items are read through indexes: no source reads every order.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { attentionSources } from '../../server/db/desk/attention.ts'
import { attentionKinds } from '../../server/domain/desk/attention.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test.each(attentionKinds)('%s reads orders through an index', async (kind) => {
  const plan = await database.db.transaction().execute(async (tx) => {
    // The tables of a test are so small that a sequential scan is the fastest plan.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${attentionSources[kind]}`.execute(
      tx,
    )
    return rows.map((row) => row['QUERY PLAN'])
  })
  expect(plan.filter((line) => line.includes('Seq Scan on orders'))).toEqual([])
})
