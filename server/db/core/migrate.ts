// Brings the schema up to date. Any number of processes may start at once: the first one migrates, the others wait.
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../migrations/index.ts'
import type { Db } from './connect.ts'

/** Any fixed number: it only has to differ from other advisory locks in the same database. */
const LOCK = 7_305_001

/** Applies what is missing and answers the names applied. Throws when a migration fails or the database is newer. */
export async function migrateToLatest(db: Db): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyMissing(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
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
