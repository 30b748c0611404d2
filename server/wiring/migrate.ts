// Brings the schema up to date: the service's tables, the job queue's and the sign-in library's. Every process migrates at its start. As
// a program, this file only migrates, for deployments whose processes may not change the schema:
//   MIGRATION_DATABASE_URL=... DATABASE_URL=... bun server/wiring/migrate.ts

import type pg from 'pg'
import * as v from 'valibot'
import { createAuth } from '../adapters/auth/auth.ts'
import { createLog } from '../adapters/observability/log.ts'
import { environment } from '../config/environment.ts'
import { readSecretFiles } from '../config/secret-files.ts'
import { type OpenDatabase, openDatabase } from '../db/core/connect.ts'
import { namingVariable } from '../db/core/connection/naming-variable.ts'
import { installJobQueue } from '../db/core/jobs/jobs.ts'
import { migrateToLatest } from '../db/core/migrating/migrate.ts'
import { grantRows, roleOf } from '../db/core/migrating/running-role.ts'
import { advisoryLocks } from '../db/core/transactions/advisory-locks.ts'
import { hasCode } from '../domain/base/has-code.ts'
import type { Log } from '../domain/base/ports.ts'

export type Migration = {
  /** Database URL with the role of the running service. */
  readonly databaseUrl: string
  /** Another role of the same database, which owns the schema. Null means that the same role does. */
  readonly migrationDatabaseUrl: string | null
  /** Migrates the tables of the sign-in library. */
  readonly migrateAuth: (pool: pg.Pool) => Promise<void>
}

/** Migrates the schema. If another role owns the schema, grants the role of `databaseUrl` the right to read and write rows. */
export async function bringSchemaUpToDate(migration: Migration): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl, migrateAuth } = migration
  const url = migrationDatabaseUrl ?? databaseUrl
  // No time limit, because a migration may take long and waits for migrations of other processes. The sign-in library's migrations need
  // two connections.
  const owner = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    const name = migrationDatabaseUrl === null ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL'
    await namingVariable(name, owner.pool.query('select 1'))
    await applyAll(owner, migrateAuth)
    if (migrationDatabaseUrl === null) return
    const role = await namingVariable('DATABASE_URL', roleOf(databaseUrl))
    if (role !== (await roleOf(migrationDatabaseUrl))) await grantRows(owner.pool, role)
  } finally {
    await owner.close()
  }
}

async function applyAll(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  migrateAuth: Migration['migrateAuth'],
): Promise<void> {
  try {
    await migrateToLatest(db)
    await installJobQueue(pool)
    await migrateAuth(pool)
  } catch (error) {
    throw mayNotChange(error) ? new Error(restricted, { cause: error }) : error
  }
}

const restricted =
  'The schema is not up to date, and the role of DATABASE_URL may not change it. ' +
  'Run `bun server/wiring/migrate.ts` with MIGRATION_DATABASE_URL, or set that variable here.'

/** insufficient_privilege, and invalid_schema_name if the role may not even see the schema. */
const refusedCodes = ['42501', '3F000']

const mayNotChange = (error: unknown): boolean =>
  error instanceof Error && (hasCode(error, ...refusedCodes) || mayNotChange(error.cause))

async function migrateOnly(): Promise<void> {
  const { values, problems } = readSecretFiles(process.env)
  const setting = (name: string) => values[name] ?? (process.env[name]?.trim() || null)
  const databaseUrl = setting('DATABASE_URL')
  const migrationDatabaseUrl = setting('MIGRATION_DATABASE_URL')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (databaseUrl === null || migrationDatabaseUrl === null) {
    throw new Error(
      'Set MIGRATION_DATABASE_URL to the role that owns the schema, and DATABASE_URL to the role that the service runs as.',
    )
  }
  const { issues = [] } = v.safeParse(
    v.pick(environment, ['DATABASE_URL', 'MIGRATION_DATABASE_URL']),
    {
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: migrationDatabaseUrl,
    },
  )
  if (issues.length > 0) throw new Error(issues.map(({ message }) => message).join('\n'))
  const log = createLog({ level: 'info' })
  await migrateDatabase({ databaseUrl, migrationDatabaseUrl, log })
  log.info('database.migrated')
  log.flush()
}

/** Migrates the database without starting a service. */
export function migrateDatabase({
  log,
  ...urls
}: Omit<Migration, 'migrateAuth'> & { readonly log: Log }): Promise<void> {
  return bringSchemaUpToDate({
    ...urls,
    migrateAuth: (pool) => tablesOnly(pool, log).migrate(),
  })
}

/** The library's tables depend on none of these values. */
function tablesOnly(pool: pg.Pool, log: Log) {
  return createAuth({
    pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl: 'http://localhost',
    secrets: { current: 'unused: no request is served here', previous: null },
    accounts: { ensure: async () => {}, forget: async () => {} },
    usedCodes: { claim: async () => false, release: async () => {} },
    mailer: { send: async () => {} },
    log,
    mailInBackground: false,
  })
}

if (import.meta.main) {
  try {
    await migrateOnly()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
