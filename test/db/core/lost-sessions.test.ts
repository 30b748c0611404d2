// Sessions that are of no more use, because their server has gone away, hangs or is read-only: what runs again, and what does not.
import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { type OpenDatabase, openDatabase } from '../../../server/db/core/connect.ts'
import { onConnection, prepare } from '../../../server/db/core/prepared.ts'
import { isRead, sessionFaultOf } from '../../../server/db/core/session-faults.ts'
import {
  openTcpGate,
  type TcpGate,
  targetOf,
  throughGate,
} from '../../../testing/service/tcp-gate.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
let gate: TcpGate
let opened: OpenDatabase
let closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
})

async function open(options: { poolSize: number; statementTimeoutMs?: number }): Promise<void> {
  gate = await openTcpGate(targetOf(database.url))
  opened = openDatabase({ url: throughGate(database.url, gate), ...options })
  closers = [opened.close, gate.close]
}

const pidOf = async (on: Pick<pg.ClientBase, 'query'>): Promise<number> =>
  (await on.query('select pg_backend_pid() as pid')).rows[0].pid
const insert = (id: string) => sql`insert into processor_events (id, type) values (${id}, 'x')`
const countOf = async (id: string) =>
  (await database.pool.query('select 1 from processor_events where id = $1', [id])).rowCount

/** As a server that shuts down ends its sessions. */
const endingItself = sql`select pg_terminate_backend(pg_backend_pid())`

test.each([
  ['25006', 'cannot execute INSERT in a read-only transaction', 'refused'],
  [undefined, 'Client has encountered a connection error and is not queryable', 'refused'],
  [undefined, 'Client was closed and is not queryable', 'refused'],
  ['ECONNRESET', 'read ECONNRESET', 'lost'],
  ['57P01', 'terminating connection due to administrator command', 'lost'],
  ['08006', 'connection failure', 'lost'],
  [undefined, 'Connection terminated unexpectedly', 'lost'],
  [undefined, 'Query read timeout', 'timeout'],
  // While connecting: there is no session.
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', null],
  [undefined, 'Connection terminated due to connection timeout', null],
  ['57P03', 'the database system is starting up', null],
  ['23505', 'duplicate key value violates unique constraint', null],
] as const)('%s %s: %s', (code, message, fault) => {
  expect(sessionFaultOf(Object.assign(new Error(message), { code }))).toBe(fault)
})

test.each([
  ['select 1', true],
  [' SELECT "id" from "orders"', true],
  ['selected', false],
  ['with a as (insert into b default values returning *) select * from a', false],
  ['update a set b = 1', false],
])('%s is a read: %p', (text, read) => expect(isRead(text)).toBe(read))

describe('a session that ends while a statement runs', () => {
  test('a read runs again on a new one', async () => {
    await open({ poolSize: 1 })
    const once = `lost.once_${Date.now()}`
    await sql`create sequence if not exists lost_reads`.execute(database.db)
    // The first execution ends its session, the second one does not.
    const text = sql<{ n: number }>`select nextval('lost_reads')::int as n, ${once}::text as id,
      case when currval('lost_reads') = 1 then pg_terminate_backend(pg_backend_pid()) end`
    expect((await text.execute(opened.db)).rows[0]?.n).toBe(2)
    await sql`drop sequence lost_reads`.execute(database.db)
  })

  test('a write does not, because it may have run', async () => {
    await open({ poolSize: 1 })
    const write = sql`with ended as materialized (${endingItself})
      insert into processor_events (id, type) select 'evt_write', 'x' from ended`
    const error = await write.execute(opened.db).catch((thrown: unknown) => thrown)
    expect(sessionFaultOf(error)).toBe('lost')
    await insert('evt_after').execute(opened.db)
    expect(await countOf('evt_after')).toBe(1)
  })

  test('a transaction says how its statement failed, not its rollback', async () => {
    await open({ poolSize: 1 })
    const work = opened.db.transaction().execute(async (tx) => {
      await insert('evt_first').execute(tx)
      await endingItself.execute(tx)
    })
    const error = await work.catch((thrown: unknown) => thrown)
    // A rollback would be 'refused', as if it were known that nothing was committed.
    expect(sessionFaultOf(error)).toBe('lost')
    expect(await countOf('evt_first')).toBe(0)
  })
})

describe('a server that takes no writes', () => {
  /** Sessions that are opened from now on are read-only, or not any more. */
  const readOnly = (on: boolean) =>
    database.pool.query(
      `alter database ${new URL(database.url).pathname.slice(1)} ${on ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    )

  test('writes, transactions and prepared statements run on a new session once it takes them again', async () => {
    await open({ poolSize: 3 })
    await readOnly(true)
    const clients = await Promise.all([1, 2, 3].map(() => opened.pool.connect()))
    const pids = await Promise.all(clients.map(pidOf))
    for (const client of clients) client.release()
    await expect(insert('evt_refused').execute(opened.db)).rejects.toMatchObject({ code: '25006' })
    await readOnly(false)
    await insert('evt_again').execute(opened.db)
    expect(await countOf('evt_again')).toBe(1)
    // All three led to the server that took no writes.
    const later = await Promise.all([1, 2, 3].map(() => opened.pool.connect()))
    for (const pid of await Promise.all(later.map(pidOf))) expect(pids).not.toContain(pid)
    for (const client of later) client.release()
  })

  test.each([
    ['a statement', (id: string) => insert(id).execute(opened.db)],
    [
      'a transaction',
      (id: string) => opened.db.transaction().execute((tx) => insert(id).execute(tx)),
    ],
    [
      'a prepared statement',
      (id: string) => {
        const query = sql<{ id: string }>`insert into processor_events (id, type)
          values (${null}, 'x') returning id`
        return prepare<{ id: string }, [string]>(opened.pool, 'e', query.compile(opened.db))(id)
      },
    ],
    [
      'one statement on a connection',
      (id: string) =>
        onConnection(opened.pool, (on) =>
          on.query("insert into processor_events (id, type) values ($1, 'x')", [id]),
        ),
    ],
  ])('%s that was refused runs once on a session that takes it', async (name, run) => {
    await open({ poolSize: 1 })
    await readOnly(true)
    await pidOf(opened.pool)
    await readOnly(false)
    const id = `evt of ${name}`
    await run(id)
    expect(await countOf(id)).toBe(1)
  })
})

describe('a server that hangs', () => {
  test('looks for clients that are gone, since they may hold locks', async () => {
    await open({ poolSize: 1 })
    const { rows } = await opened.pool.query(
      "select name, setting from pg_settings where name like 'tcp_keepalives%' order by name",
    )
    expect(rows).toEqual([
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
    ])
  })

  test('a statement is given up 5 s after its time, and the next one has a new session', async () => {
    await open({ poolSize: 2, statementTimeoutMs: 100 })
    await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(opened.db)))
    gate.swallow()
    const asked = sql`select 1`.execute(opened.db)
    await expect(asked).rejects.toThrow('Query read timeout')
    await gate.open()
    // Its other connection hangs as well.
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(opened.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('the rollback of a transaction does not wait for as long again', async () => {
    await open({ poolSize: 1, statementTimeoutMs: 100 })
    let givenUpAt = 0
    const work = opened.db.transaction().execute(async (tx) => {
      await insert('evt_a').execute(tx)
      gate.swallow()
      await insert('evt_b')
        .execute(tx)
        .finally(() => {
          givenUpAt = performance.now()
        })
    })
    await expect(work).rejects.toThrow('Query read timeout')
    expect(performance.now() - givenUpAt).toBeLessThan(5_000)
    await gate.open()
    await insert('evt_c').execute(opened.db)
    expect(await countOf('evt_a')).toBe(0)
  })
})
