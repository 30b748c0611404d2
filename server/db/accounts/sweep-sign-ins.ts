// The hourly sweep of the sign-in library's tables (auth_*), which the library never cleans up by itself.
import { type RawBuilder, sql } from 'kysely'
import { deviceDays } from '../../domain/accounts/known-devices.ts'
import type { Db } from '../core/connect.ts'
import { sweepKnownDevices } from './known-devices.ts'

export type SweptSignIns = {
  readonly unprovenAccounts: number
  readonly sessions: number
  readonly codes: number
  readonly usedCodes: number
  readonly knownDevices: number
}

/**
 * An account whose address was not confirmed within a day is deleted, with its password and its `accounts` row; signing up again
 * starts over. A code is kept for a day after its end, so that its owner reads "expired" and not "wrong".
 */
export async function sweepSignIns(db: Db): Promise<SweptSignIns> {
  return {
    // One statement, so that no account is left without its row. Credentials and sessions go with their user.
    unprovenAccounts: await affected(
      db,
      sql`with forgotten as (
        delete from auth_users
        where "emailVerified" = false and "createdAt" < now() - interval '1 day' returning id
      ) delete from accounts using forgotten where accounts.id = forgotten.id`,
    ),
    sessions: await affected(db, sql`delete from auth_sessions where "expiresAt" < now()`),
    codes: await affected(
      db,
      sql`delete from auth_codes where "expiresAt" < now() - interval '1 day'`,
    ),
    usedCodes: await affected(
      db,
      sql`delete from second_factor_codes where used_at < now() - interval '1 hour'`,
    ),
    knownDevices: await sweepKnownDevices(db, deviceDays),
  }
}

async function affected(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}
