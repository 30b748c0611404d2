// Sets the credits of an account for a test: the database refuses a balance that differs from its ledger.
import { sql } from 'kysely'
import type { Db } from '../../server/db/core/connect.ts'

/** Sets the credits of one account, or of every account when `accountId` is omitted. */
export async function setCredits(db: Db, credits: number, accountId?: string): Promise<void> {
  await sql`
    select grant_credits(id, ${credits}::int - credits) from accounts
    where ${accountId ?? null}::text is null or id = ${accountId ?? null}`.execute(db)
}
