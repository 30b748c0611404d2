// Brings the schema up to date. Any number of processes may start at the same time: the first one migrates, and the others wait.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { hasCode } from '../../../domain/base/has-code.ts'
import { migrations } from '../../migrations/index.ts'
import type { Db } from '../connect.ts'
import { advisoryLocks } from '../transactions/advisory-locks.ts'

/**
 * Lock timeout of a migration. A migration that changes several tables locks them one after another, and a running statement may hold them
 * in another order. The migration gives up before PostgreSQL checks for a deadlock (after 1 s), so that only the migration has to be
 * retried.
 */
const lockTimeoutMs = 500
const maxLockAttempts = 60

/** lock_not_available, deadlock_detected. */
const lockErrors = ['55P03', '40P01']

/**
 * Suffix of a migration that is compatible with the previous release: it only adds what that release neither reads nor has to write. A
 * process of that release starts although it does not know the migration, during a rollout and during a rollback.
 */
const additiveMark = /\.additive$/

/**
 * Applies the missing migrations and returns their names. Throws when a migration fails, when the database has a migration of a newer
 * release that is not marked as additive, and when rows violate a constraint that a migration added as NOT VALID.
 */
export async function migrateToLatest(db: Db): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${advisoryLocks.migrations})`.execute(connection)
    try {
      const applied = await withLockTimeout(connection, () => applyMissing(connection))
      await validateConstraints(connection)
      return applied
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.migrations})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function withLockTimeout<T>(db: Db, run: () => Promise<T>): Promise<T> {
  await sql.raw(`set lock_timeout = ${lockTimeoutMs}`).execute(db)
  try {
    return await run()
  } finally {
    await sql`reset lock_timeout`.execute(db)
  }
}

/** Applies all migrations in one transaction, so that an attempt that timed out on a lock leaves nothing behind. */
async function applyMissing(db: Db, attempt = 1): Promise<readonly string[]> {
  const newer = await additiveOfNewerReleases(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...newer }) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (isLockError(error) && attempt < maxLockAttempts) {
    await sleep(lockTimeoutMs * (0.5 + Math.random()))
    return await applyMissing(db, attempt + 1)
  }
  const failed = results?.find((result) => result.status === 'Error')
  if (failed) {
    throw new Error(`The database migration ${failed.migrationName} failed.`, { cause: error })
  }
  // The migrator's own errors have no code. Errors of the database have one, for example a missing right.
  if (error instanceof Error && 'code' in error) throw error
  if (error) {
    throw new Error(
      'The database was migrated by a newer version of this program, or its migration record was changed. ' +
        'Run the newer version.',
      { cause: error },
    )
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** Additive migrations of newer releases, by name. They are already applied, so none of them runs here. */
async function additiveOfNewerReleases(db: Db): Promise<Readonly<Record<string, Migration>>> {
  const { rows: tables } =
    await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map(({ name }) => name)
  const newer = names.filter((name) => !(name in migrations) && additiveMark.test(name))
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]))
}

const isLockError = (error: unknown): boolean => hasCode(error, ...lockErrors)

/**
 * Validates the constraints that were added as NOT VALID, each in its own statement. Within the migrations' transaction, the table would
 * be locked against all requests while it is read. Validation takes a lock that permits reads and writes.
 */
async function validateConstraints(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as table, conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where not convalidated and contype in ('c', 'f') and connamespace = current_schema()::regnamespace
    order by conrelid, conname`.execute(db)
  for (const { table, name } of rows) {
    try {
      await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db)
    } catch (cause) {
      throw new Error(`Rows of ${table} violate the constraint ${name}.`, {
        cause,
      })
    }
  }
}
