// Which open orders print a file is looked up by the file: the sweep asks it of every file that nobody has.
import { expect, test } from 'bun:test'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { createVisitorFiles } from '../../server/db/models/visitor-files.ts'
import { createWorkDesk } from '../../server/db/operators/work-desk.ts'
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
  await read(new Kysely<Database>({ dialect, log: ({ query }) => void sent.push(query) }))
  const [query] = sent
  if (query === undefined) throw new Error('no statement was logged')
  const client = await database.pool.connect()
  try {
    // The tables of a test are so small that reading them whole is the fastest plan.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain ${query.sql}`, [...query.parameters])
    const plan: string[] = rows.map((row) => row['QUERY PLAN'])
    expect(plan.filter((line) => line.includes('Seq Scan on orders'))).toEqual([])
    expect(plan.some((line) => line.includes('orders_file_uri'))).toBe(true)
  } finally {
    client.release(true)
  }
})
