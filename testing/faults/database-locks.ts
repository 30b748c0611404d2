// Stops the server's next statement externally: locks in its database, held by connections of the test.
import pg from 'pg'
import { waitUntil } from '../service/real-server.ts'

export type DatabaseLock = {
  /** Resolves once a statement of the server waits for this lock. */
  readonly reached: () => Promise<void>
  readonly release: () => Promise<void>
}

export type DatabaseLocks = {
  /** Makes inserts and updates of the table wait; reads do not. */
  readonly writes: (table: string) => Promise<DatabaseLock>
  /** Makes any statement on the table wait. */
  readonly everything: (table: string) => Promise<DatabaseLock>
  /**
   * Makes only updates of the table wait, all or those for which `when` is true of `old` and `new`: a trigger of the
   * test, in its database, waits for the lock.
   */
  readonly updates: (table: string, when?: string) => Promise<DatabaseLock>
  /** As `updates`, for inserts; `when` has `new` alone. */
  readonly inserts: (table: string, when?: string) => Promise<DatabaseLock>
  /** Makes transactions that inserted such a row wait at their commit, with everything written. */
  readonly commitsOf: (table: string, when?: string) => Promise<DatabaseLock>
  /** Ends every connection of the server, as after the death of its machine. */
  readonly disconnectServer: () => Promise<void>
  readonly releaseAll: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Application name of the server's connections (PGAPPNAME). */
export const SERVER_NAME = 'server-under-test'

/** Opens the locks. `url`: the server's database. */
export async function openLocks(url: string): Promise<DatabaseLocks> {
  const held = new Set<DatabaseLock>()
  const watcher = await connect(url)
  let triggers = 0

  const lockOf = async (client: pg.Client): Promise<DatabaseLock> => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const lock: DatabaseLock = {
      reached: () => waitUntil('a statement of the server waits', () => isBlockedBy(rows[0].pid)),
      release: async () => {
        if (held.delete(lock)) await client.end()
      },
    }
    held.add(lock)
    return lock
  }
  const isBlockedBy = async (pid: number): Promise<boolean> => {
    const { rowCount } = await watcher.query(
      'select 1 from pg_stat_activity where application_name = $1 and $2 = any (pg_blocking_pids(pid))',
      [SERVER_NAME, pid],
    )
    return rowCount !== 0
  }
  const lockTable = async (table: string, mode: string): Promise<DatabaseLock> => {
    const client = await connect(url)
    await client.query('begin')
    await client.query(`lock table ${table} in ${mode} mode`)
    return lockOf(client)
  }
  type Event = 'before update' | 'before insert' | 'after insert'
  const waitIn = async (event: Event, table: string, when = 'true'): Promise<DatabaseLock> => {
    const client = await connect(url)
    triggers += 1
    const name = `test_wait_${triggers}`
    await client.query('select pg_advisory_lock($1)', [triggers])
    await client.query(`create function ${name}() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${triggers}); return new; end $$`)
    const atCommit = event === 'after insert'
    await client.query(
      `create ${atCommit ? 'constraint' : ''} trigger ${name} ${event} on ${table} ${atCommit ? 'deferrable initially deferred' : ''}
        for each row when (${when}) execute function ${name}()`,
    )
    return lockOf(client)
  }
  const disconnectServer = async (): Promise<boolean> => {
    const { rowCount } = await watcher.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
      [SERVER_NAME],
    )
    return rowCount === 0
  }
  const releaseAll = async () => {
    for (const lock of held) await lock.release()
  }
  return {
    writes: (table) => lockTable(table, 'share row exclusive'),
    everything: (table) => lockTable(table, 'access exclusive'),
    updates: (table, when) => waitIn('before update', table, when),
    inserts: (table, when) => waitIn('before insert', table, when),
    commitsOf: (table, when) => waitIn('after insert', table, when),
    disconnectServer: () => waitUntil('the server is disconnected', disconnectServer),
    releaseAll,
    close: async () => {
      await releaseAll()
      await watcher.end()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
