// Second factors: used codes, and the accounts that have a factor. The factors themselves are rows of the sign-in library (auth_*).
import { sql } from 'kysely'
import type { SecondFactors } from '../../domain/accounts/ports.ts'
import type { Db } from '../core/connect.ts'
import { isOlderThan } from '../core/transactions/leases.ts'

/** Longer than a code is valid: its own half minute and one half minute on either side. */
const codeKeptSeconds = 300

/** Records used codes, so that no code works twice. */
export function createUsedCodes(db: Db) {
  return {
    /**
     * Returns false when the user already used this code within the last minutes. It is a single statement, so that only one of two
     * concurrent requests succeeds.
     */
    claim: async (userId: string, code: string): Promise<boolean> => {
      const claimed = await db
        .insertInto('second_factor_codes')
        .values({ user_id: userId, code })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'code'])
            .doUpdateSet({ used_at: sql`now()` })
            .where(isOlderThan('second_factor_codes.used_at', codeKeptSeconds)),
        )
        .returning('code')
        .executeTakeFirst()
      return claimed !== undefined
    },
    release: async (userId: string, code: string): Promise<void> => {
      await db
        .deleteFrom('second_factor_codes')
        .where('user_id', '=', userId)
        .where('code', '=', code)
        .execute()
    },
  }
}

export function createSecondFactors(db: Db): SecondFactors {
  return {
    listOwners: async (emails) => {
      if (emails.length === 0) return []
      const { rows } = await sql<{ email: string; hasFactor: boolean }>`
        select lower(email) as email, coalesce("twoFactorEnabled", false) as "hasFactor"
        from auth_users where lower(email) in (${sql.join(emails)}) and "emailVerified"`.execute(db)
      return rows
    },
    reset: async (email) => await resetFactor(db, email),
  }
}

/** Removes the factor and ends all sessions, because the lost device may still be signed in. */
async function resetFactor(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with owner as (
      update auth_users set "twoFactorEnabled" = false where lower(email) = ${email} and "twoFactorEnabled"
      returning id
    ), factor as (delete from auth_second_factors using owner where "userId" = owner.id),
    sessions as (delete from auth_sessions using owner where "userId" = owner.id)
    select id from owner`.execute(db)
  return rows.length > 0
}
