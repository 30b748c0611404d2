// An empty, migrated database for one test file: a copy of a template that is created once per cluster.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createLog } from '../../server/adapters/observability/log.ts'
import { type Db, openDatabase } from '../../server/db/core/connect.ts'
import { migrateDatabase } from '../../server/wiring/migrate.ts'
import { testClusterUrl } from './cluster.ts'

export type TestDatabase = {
  readonly url: string
  readonly db: Db
  readonly pool: pg.Pool
  /** Closes the pool and drops the database, even while others are connected. */
  readonly close: () => Promise<void>
}

const TEMPLATE = 'svc_template'
const TEMPLATE_LOCK = 7_305_002

let template: Promise<void> | undefined

/** Creates a test database in tens of milliseconds; the first call of a run also creates the template. */
export async function testDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  template ??= makeTemplate()
  await template
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying the template's files takes a third of the time of logging its pages.
  await onCluster((client) =>
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  )
  const url = databaseUrl(await testClusterUrl(), name)
  const { db, pool, close } = openDatabase({ url, poolSize: options.poolSize ?? 10 })
  return {
    url,
    db,
    pool,
    close: async () => {
      await close()
      await onCluster((client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** Creates the template. Several test processes may share a cluster: the first one creates it, the others wait. */
async function makeTemplate(): Promise<void> {
  const cluster = await testClusterUrl()
  await onCluster(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const made = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE])
    if (made.rowCount === 1) return
    await client.query(`drop database if exists ${TEMPLATE}_new`)
    await client.query(`create database ${TEMPLATE}_new`)
    await migrateDatabase({
      databaseUrl: databaseUrl(cluster, `${TEMPLATE}_new`),
      migrationDatabaseUrl: null,
      log: createLog({ level: 'error' }),
    })
    await client.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
  })
}

/** Runs the work on a connection that ends afterwards, and with it any lock. */
async function onCluster(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await testClusterUrl() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.toString()
}
