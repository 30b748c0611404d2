// Hourly sweep of the sign-in library's tables (auth_*). The library itself never deletes expired rows.
import { type RawBuilder, sql } from 'kysely'
import { deviceDays } from '../../domain/accounts/known-devices.ts'
import {
  expiredCodeDays,
  unprovenAccountDays,
  usedCodeHours,
} from '../../domain/base/time/retention.ts'
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
 * Deletes expired sign-in rows, and accounts whose address was not confirmed in time, with their password and `accounts` row. The user may
 * sign up again.
 */
export async function sweepSignIns(db: Db): Promise<SweptSignIns> {
  return {
    // A single statement, so that no account is left without its row. Credentials and sessions are deleted with their user.
    unprovenAccounts: await countAffected(
      db,
      sql`with forgotten as (
        delete from auth_users
        where "emailVerified" = false and "createdAt" < now() - make_interval(days => ${unprovenAccountDays}) returning id
      ) delete from accounts using forgotten where accounts.id = forgotten.id`,
    ),
    sessions: await countAffected(db, sql`delete from auth_sessions where "expiresAt" < now()`),
    codes: await countAffected(
      db,
      sql`delete from auth_codes where "expiresAt" < now() - make_interval(days => ${expiredCodeDays})`,
    ),
    usedCodes: await countAffected(
      db,
      sql`delete from second_factor_codes where used_at < now() - make_interval(hours => ${usedCodeHours})`,
    ),
    knownDevices: await sweepKnownDevices(db, deviceDays),
  }
}

async function countAffected(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}
