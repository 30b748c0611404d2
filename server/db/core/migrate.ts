// Brings the schema up to date. Any number of processes may start at once: the first one migrates, the others wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../migrations/index.ts'
import { advisoryLocks } from './advisory-locks.ts'
import type { Db } from './connect.ts'

/**
 * A migration that changes several tables locks them one after another, and a running statement may hold them in another order. It
 * gives way before PostgreSQL looks for a deadlock (after 1 s), so that a retry of the migration is all that is lost.
 */
const lockTimeoutMs = 500
const maxAttempts = 60

/** lock_not_available, deadlock_detected. */
const lockErrors = ['55P03', '40P01']

/**
 * Ends the name of a migration that the release before can work with: it only adds what that release neither reads nor has to write. So
 * a process of that release starts although it does not know the migration, during a roll-out and when one is undone.
 */
const additiveMark = /\.additive$/

/**
 * Applies the migrations that are missing and returns their names. Throws when a migration fails, when the database has one of a newer
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

/** All in one transaction, so an attempt that had to give way leaves nothing behind. */
async function applyMissing(db: Db, attempt = 1): Promise<readonly string[]> {
  const newer = await additiveOfNewerReleases(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...newer }) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (isLockError(error) && attempt < maxAttempts) {
    await sleep(lockTimeoutMs * (0.5 + Math.random()))
    return await applyMissing(db, attempt + 1)
  }
  const failed = results?.find((result) => result.status === 'Error')
  if (failed) {
    throw new Error(`The database migration ${failed.migrationName} failed.`, { cause: error })
  }
  // The migrator's own findings have no code; those of the database have one, such as a right that is missing.
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

/** Additive migrations of newer releases by name. They were applied, so none of them runs here. */
async function additiveOfNewerReleases(db: Db): Promise<Readonly<Record<string, Migration>>> {
  const { rows: tables } =
    await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map(({ name }) => name)
  const newer = names.filter((name) => !(name in migrations) && additiveMark.test(name))
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]))
}

const isLockError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lockErrors.includes(String(error.code))

/**
 * Reads the tables whose constraints were added as NOT VALID, in statements of their own: within the migrations' transaction the
 * table would be locked against every request while it is read. Validating takes a lock that lets reads and writes through.
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
