// Brings the auth library's tables up to date. It compares them with the schema of its version; there are no migration files.
import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type { Pool } from 'pg'

/**
 * Migrates the tables. Any number of processes may start at the same time: one migrates, and the others wait for the advisory lock. Needs
 * two connections of the pool.
 */
export async function migrateAuth(
  pool: Pool,
  lock: number,
  options: BetterAuthOptions,
): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('set statement_timeout = 0')
    await connection.query('select pg_advisory_lock($1)', [lock])
    try {
      const { runMigrations } = await getMigrations(options)
      await runMigrations()
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [lock])
      await connection.query('reset statement_timeout')
    }
  } finally {
    connection.release()
  }
}
