// The database helper and the guarantees of the connection: types, and concurrent migrations.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { onConnection, prepareNamed, slotsOf } from '../../../server/db/core/connection/prepared.ts'
import { migrateToLatest } from '../../../server/db/core/migrating/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()

test('a bigint is returned as a number', async () => {
  const { rows } = await sql<{ n: number }>`select 9007199254740991::bigint as n`.execute(
    database.db,
  )
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
})

test('a bigint beyond the range of a number is refused, not rounded', async () => {
  const query = sql`select 9007199254740993::bigint as n`.execute(database.db)
  await expect(query).rejects.toThrow('9007199254740993')
})

test('a prepared statement takes its parameters by their names', async () => {
  const slot = slotsOf<{ word: string; count: number }>()
  const query = sql<object>`select ${slot('count')}::int as count, ${slot('word')}::text as word, ${slot('count')}::int + 1 as next`
  const run = prepareNamed<object, { word: string; count: number }>(
    'test-named',
    query.compile(database.db),
  )
  const rows = await onConnection(database.pool, (on) => run(on, { word: 'part', count: 2 }))
  expect(rows).toEqual([{ count: 2, word: 'part', next: 3 }])
  const nameless = sql<object>`select ${1}::int as one`.compile(database.db)
  expect(() => prepareNamed('test-nameless', nameless)).toThrow('has no name')
})

test('each test file gets a separate empty database', async () => {
  const other = await testDatabase()
  await sql`insert into processor_events (id, type) values ('evt_1', 'x')`.execute(database.db)
  const { rows } = await sql`select id from processor_events`.execute(other.db)
  await other.close()
  expect(rows).toEqual([])
  expect(other.url).not.toBe(database.url)
})

test('a statement over its time limit is cancelled', async () => {
  const hasty = openDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 50 })
  const query = sql`select pg_sleep(5)`.execute(hasty.db)
  await expect(query).rejects.toThrow('statement timeout')
  await hasty.close()
})

test('eight processes that migrate an empty database concurrently apply each migration once', async () => {
  const name = `race_${Date.now()}`
  await sql.raw(`create database ${name}`).execute(database.db)
  const url = new URL(database.url)
  url.pathname = `/${name}`
  const opened = Array.from({ length: 8 }, () => openDatabase({ url: url.toString(), poolSize: 1 }))
  const applied = await Promise.all(opened.map(({ db }) => migrateToLatest(db)))
  await Promise.all(opened.map(({ close }) => close()))
  expect(applied.flat()).toEqual(Object.keys(migrations))
  await sql.raw(`drop database ${name} with (force)`).execute(database.db)
})

test.each([
  ['starts', 'an additive one', ['9998-more.additive']],
  ['starts', 'two additive ones', ['9998-more.additive', '9999-later.additive']],
  ['stops', 'one that is not additive', ['9999-later']],
  ['stops', 'an additive one and one that is not', ['9998-less', '9999-later.additive']],
])('this release %s on a database with migrations of a newer one: %s', async (start, _, names) => {
  const newer = await testDatabase({ poolSize: 1 })
  for (const name of names) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(
      newer.db,
    )
  }
  const migrated = migrateToLatest(newer.db)
  if (start === 'stops') {
    await expect(migrated).rejects.toThrow('Run the newer version.')
  } else {
    expect(await migrated).toEqual([])
  }
  await newer.close()
})
