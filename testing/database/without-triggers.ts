// Writes rows as a restore does: nothing is booked in the ledger of money or compared with it, and no foreign key is
// checked.
import type pg from 'pg'

export async function withoutTriggers(
  pool: pg.Pool,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement, [...parameters])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Deletes movements. `where`: the selected movements, whose rows are deleted with them. */
export const loseMovements = (
  pool: pg.Pool,
  where: string,
  parameters: readonly unknown[],
): Promise<void> => withoutTriggers(pool, `delete from money_movements where ${where}`, parameters)
