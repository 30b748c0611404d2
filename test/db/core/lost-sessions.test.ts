// Sessions that become unusable because their server is unavailable, hangs or is read-only: which statements run
// again, and which do not.
import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { type OpenDatabase, openDatabase } from '../../../server/db/core/connect.ts'
import { onConnection, prepare } from '../../../server/db/core/connection/prepared.ts'
import { isRead, sessionFaultOf } from '../../../server/db/core/connection/session-faults.ts'
import {
  openTcpGate,
  type TcpGate,
  targetOf,
  throughGate,
} from '../../../testing/service/tcp-gate.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
let closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
})

type Opened = { readonly gate: TcpGate; readonly opened: OpenDatabase }

/** Opens a pool whose connections go through a gate. Both are closed after the test. */
async function open(options: { poolSize: number; statementTimeoutMs?: number }): Promise<Opened> {
  const gate = await openTcpGate(targetOf(database.url))
  const opened = openDatabase({ url: throughGate(database.url, gate), ...options })
  closers = [opened.close, gate.close]
  return { gate, opened }
}

const pidOf = async (on: Pick<pg.ClientBase, 'query'>): Promise<number> =>
  (await on.query('select pg_backend_pid() as pid')).rows[0].pid
const insert = (id: string) => sql`insert into processor_events (id, type) values (${id}, 'x')`
const countOf = async (id: string) =>
  (await database.pool.query('select 1 from processor_events where id = $1', [id])).rowCount

/** Ends its session, as a server that shuts down does. */
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
  // Errors while connecting: there is no session.
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
  test('a read runs again on a new session', async () => {
    const { opened } = await open({ poolSize: 1 })
    const once = `lost.once_${Date.now()}`
    await sql`create sequence if not exists lost_reads`.execute(database.db)
    // The first execution ends its session, the second does not.
    const text = sql<{ n: number }>`select nextval('lost_reads')::int as n, ${once}::text as id,
      case when currval('lost_reads') = 1 then pg_terminate_backend(pg_backend_pid()) end`
    expect((await text.execute(opened.db)).rows[0]?.n).toBe(2)
    await sql`drop sequence lost_reads`.execute(database.db)
  })

  test('a write does not run again, because it may have been executed', async () => {
    const { opened } = await open({ poolSize: 1 })
    const write = sql`with ended as materialized (${endingItself})
      insert into processor_events (id, type) select 'evt_write', 'x' from ended`
    const error = await write.execute(opened.db).catch((thrown: unknown) => thrown)
    expect(sessionFaultOf(error)).toBe('lost')
    await insert('evt_after').execute(opened.db)
    expect(await countOf('evt_after')).toBe(1)
  })

  test('a transaction reports the failure of its statement, not of its rollback', async () => {
    const { opened } = await open({ poolSize: 1 })
    const work = opened.db.transaction().execute(async (tx) => {
      await insert('evt_first').execute(tx)
      await endingItself.execute(tx)
    })
    const error = await work.catch((thrown: unknown) => thrown)
    // A rollback would report 'refused', as if it were known that nothing was committed.
    expect(sessionFaultOf(error)).toBe('lost')
    expect(await countOf('evt_first')).toBe(0)
  })
})

describe('a server that refuses writes', () => {
  /** Makes sessions opened from now on read-only, or writable again. */
  const readOnly = (on: boolean) =>
    database.pool.query(
      `alter database ${new URL(database.url).pathname.slice(1)} ${on ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    )

  test('writes, transactions and prepared statements run on a new session once it accepts them again', async () => {
    const { opened } = await open({ poolSize: 3 })
    await readOnly(true)
    const clients = await Promise.all([1, 2, 3].map(() => opened.pool.connect()))
    const pids = await Promise.all(clients.map(pidOf))
    for (const client of clients) client.release()
    await expect(insert('evt_refused').execute(opened.db)).rejects.toMatchObject({ code: '25006' })
    await readOnly(false)
    await insert('evt_again').execute(opened.db)
    expect(await countOf('evt_again')).toBe(1)
    // All three reached the server that refused writes.
    const later = await Promise.all([1, 2, 3].map(() => opened.pool.connect()))
    for (const pid of await Promise.all(later.map(pidOf))) expect(pids).not.toContain(pid)
    for (const client of later) client.release()
  })

  test.each([
    ['a statement', ({ opened }: Opened, id: string) => insert(id).execute(opened.db)],
    [
      'a transaction',
      ({ opened }: Opened, id: string) =>
        opened.db.transaction().execute((tx) => insert(id).execute(tx)),
    ],
    [
      'a prepared statement',
      ({ opened }: Opened, id: string) => {
        const query = sql<{ id: string }>`insert into processor_events (id, type)
          values (${null}, 'x') returning id`
        return prepare<{ id: string }, [string]>(opened.pool, 'e', query.compile(opened.db))(id)
      },
    ],
    [
      'one statement on a connection',
      ({ opened }: Opened, id: string) =>
        onConnection(opened.pool, (on) =>
          on.query("insert into processor_events (id, type) values ($1, 'x')", [id]),
        ),
    ],
  ])('%s that was refused runs once on a session that accepts it', async (name, run) => {
    const stage = await open({ poolSize: 1 })
    await readOnly(true)
    await pidOf(stage.opened.pool)
    await readOnly(false)
    const id = `evt of ${name}`
    await run(stage, id)
    expect(await countOf(id)).toBe(1)
  })
})

describe('a server that hangs', () => {
  test('checks for disconnected clients, since they may hold locks', async () => {
    const { opened } = await open({ poolSize: 1 })
    const { rows } = await opened.pool.query(
      "select name, setting from pg_settings where name like 'tcp_keepalives%' order by name",
    )
    expect(rows).toEqual([
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
    ])
  })

  test('a statement is abandoned 5 s after its time limit, and the next one has a new session', async () => {
    const { gate, opened } = await open({ poolSize: 2, statementTimeoutMs: 100 })
    await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(opened.db)))
    gate.swallow()
    const asked = sql`select 1`.execute(opened.db)
    await expect(asked).rejects.toThrow('Query read timeout')
    await gate.open()
    // Its other connection hangs as well.
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(opened.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('the rollback of a transaction does not wait for the same time again', async () => {
    const { gate, opened } = await open({ poolSize: 1, statementTimeoutMs: 100 })
    const events: string[] = []
    let again: Timer | undefined
    const work = opened.db.transaction().execute(async (tx) => {
      await insert('evt_a').execute(tx)
      gate.swallow()
      await insert('evt_b')
        .execute(tx)
        .finally(() => {
          events.push('the statement is abandoned')
          // Fires before a rollback would be abandoned, which is sent later and has a longer limit.
          again = setTimeout(() => events.push('a rollback was waited for'), 5_000)
        })
    })
    await expect(work).rejects.toThrow('Query read timeout')
    events.push('the transaction has ended')
    clearTimeout(again)
    expect(events).toEqual(['the statement is abandoned', 'the transaction has ended'])
    await gate.open()
    await insert('evt_c').execute(opened.db)
    expect(await countOf('evt_a')).toBe(0)
  })
})
