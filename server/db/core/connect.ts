// Opens the database: one pg pool with its limits, and Kysely on top of it.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { PoolObserver, PoolStats } from '../../domain/base/metrics/meter.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { Database } from '../schema/database.ts'
import { ObservedPool } from './connection/observed-pool.ts'
import { retryingPool } from './connection/retrying-pool.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type OpenDatabase = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly stats: () => PoolStats
  readonly close: () => Promise<void>
}

export type OpenDatabaseOptions = {
  readonly url: string
  readonly poolSize: number
  /** The server cancels statements that run longer. 0 means no limit, for migrations. */
  readonly statementTimeoutMs?: number
  readonly log?: Pick<Log, 'warn'>
  readonly observer?: PoolObserver
}

const bigintOid = 20
const serverSettings = [
  // Compiling a statement would take longer than running any of our statements.
  'jit=off',
  // By default, a server waits two hours and keeps the locks of a process whose machine or network has failed.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
/** How long after the statement timeout the server may report the cancellation. After that it is treated as unreachable. */
const responseGraceMs = 5_000

/** Connects lazily: an unreachable database fails the first query, after `connectionTimeoutMillis`. */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { statementTimeoutMs = 15_000 } = options
  const pool = new ObservedPool(options.observer, {
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // A machine that lost power or its network neither closes connections nor cancels statements.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + responseGraceMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // The system's default is two hours, which is too long for connections that only listen.
    keepAliveInitialDelayMillis: 10_000,
    options: serverSettings.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser },
  })
  // A connection that the server drops emits an error, on the pool when idle and on itself when in use. Without a listener, the error
  // would terminate the process. The running statement rejects separately.
  const onLost = (error: Error) => options.log?.warn('database.connection_lost', { error })
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: retryingPool(pool) }) })
  return { db, pool, stats: () => pool.stats(), close: () => db.destroy() }
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === bigintOid && format !== 'binary') return parseBigint
  return pg.types.getTypeParser(oid, format)
}

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number exactly`)
  return value
}
