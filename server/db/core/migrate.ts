// Brings the schema up to date. Any number of processes may start at once: the first one migrates, the others wait.
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../migrations/index.ts'
import { advisoryLocks } from './advisory-locks.ts'
import type { Db } from './connect.ts'

/**
 * Applies the migrations that are missing and returns their names. Throws when a migration fails, when the database is newer, and
 * when rows violate a constraint that a migration added as NOT VALID.
 */
export async function migrateToLatest(db: Db): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${advisoryLocks.migrations})`.execute(connection)
    try {
      const applied = await applyMissing(connection)
      await validateConstraints(connection)
      return applied
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.migrations})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function applyMissing(db: Db): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (failed) {
    throw new Error(`The database migration ${failed.migrationName} failed.`, { cause: error })
  }
  if (error) {
    throw new Error(
      'The database was migrated by a newer version of this program, or its migration record was changed. ' +
        'Run the newer version.',
      { cause: error },
    )
  }
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Reads the tables whose constraints were added as NOT VALID, in statements of their own: within the migrations' transaction the
 * table would be locked against every request while it is read. Validating takes a lock that lets reads and writes through.
 */
async function validateConstraints(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as table, conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where not convalidated and contype = 'c' and connamespace = current_schema()::regnamespace
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
