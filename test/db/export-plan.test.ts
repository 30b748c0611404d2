// An export reads its photos once: a statement for two of them neither reads nor encodes the others.
import { expect, test } from 'bun:test'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { exportRows } from '../../server/db/personal-data/export-rows.ts'
import type { Database } from '../../server/db/schema/database.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test('photos are encoded after two of them were chosen', async () => {
  const sent: LogEvent['query'][] = []
  const dialect = new PostgresDialect({ pool: database.pool })
  const db = new Kysely<Database>({ dialect, log: (event) => void sent.push(event.query) })
  const part = { offset: 4, limit: 2 }
  await exportRows(db, accountIdOf(crypto.randomUUID()), 'generationUploads', part)
  const [query] = sent
  if (query === undefined) throw new Error('no statement was logged')
  const explained = `explain (verbose) ${query.sql}`
  const { rows } = await database.pool.query(explained, [...query.parameters])
  const plan: string[] = rows.map((row) => row['QUERY PLAN'])
  const chosen = plan.findIndex((line) => /\bLimit\b/.test(line))
  expect(chosen).toBeGreaterThan(-1)
  expect(plan.some((line) => line.includes('encode('))).toBe(true)
  const depth = (line: string) => line.search(/\S/)
  const limitDepth = depth(plan[chosen] ?? '')
  // Result and cost of the export's limit.
  const rest = plan.slice(chosen + 1)
  const end = rest.findIndex((line) => line.includes('->') && depth(line) <= limitDepth)
  const below = end < 0 ? rest : rest.slice(0, end)
  expect(below.length).toBeGreaterThan(1)
  expect(below.filter((line) => line.includes('encode('))).toEqual([])
})
