// The open orders that print a file are looked up by the file, because the sweep does so for every file without an
// owner.
import { expect, test } from 'bun:test'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { createVisitorFiles } from '../../server/db/models/visitor-files.ts'
import { createWorkDesk } from '../../server/db/operators/account-models.ts'
import type { Database } from '../../server/db/schema/database.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test.each([
  ['files without an owner', (db: Kysely<Database>) => createVisitorFiles(db).listUnused(500)],
  [
    'models of an account',
    (db: Kysely<Database>) =>
      createWorkDesk(db).listModels(accountIdOf(crypto.randomUUID()), { id: null, limit: 50 }),
  ],
])('%s: orders are read through an index', async (_, read) => {
  const sent: LogEvent['query'][] = []
  const dialect = new PostgresDialect({ pool: database.pool })
  await read(new Kysely<Database>({ dialect, log: (event) => void sent.push(event.query) }))
  const [query] = sent
  if (query === undefined) throw new Error('no statement was logged')
  const client = await database.pool.connect()
  try {
    // The tables of a test are so small that a sequential scan is the fastest plan.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain ${query.sql}`, [...query.parameters])
    const plan: string[] = rows.map((row) => row['QUERY PLAN'])
    expect(plan.filter((line) => line.includes('Seq Scan on orders'))).toEqual([])
    expect(plan.some((line) => line.includes('orders_file_uri'))).toBe(true)
  } finally {
    client.release(true)
  }
})
