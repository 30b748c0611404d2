// Browsers that have signed in to an account.
import { sql } from 'kysely'
import type { KnownDevices } from '../../domain/accounts/ports.ts'
import type { Db } from '../core/connect.ts'

export function createKnownDevices(db: Db): KnownDevices {
  return {
    find: (email, hashes, days) => find(db, email, hashes, days),
    remember: (email, device, max) => remember(db, email, device, max),
    forgetAll: (email) => forgetAll(db, email),
  }
}

const usedSince = (days: number) => sql<Date>`now() - make_interval(days => ${days}::int)`

async function find(db: Db, email: string, hashes: readonly string[], days: number) {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .select(['known_devices.id', 'known_devices.token_hash as hash'])
    .where('accounts.email', '=', email)
    .where('known_devices.token_hash', 'in', hashes)
    .where('known_devices.used_at', '>', usedSince(days))
    .orderBy('known_devices.used_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores a device that has just signed in. A device that a password reset removed in the meantime is inserted again under the same id.
 */
async function remember(
  db: Db,
  email: string,
  { id, hash }: { id: string; hash: string },
  max: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (account === undefined) return
    await tx
      .insertInto('known_devices')
      .values({ id, account_id: account.id, token_hash: hash })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ token_hash: hash, used_at: sql`now()` }),
      )
      .execute()
    await sql`
      delete from known_devices where id in (
        select id from known_devices where account_id = ${account.id} order by used_at desc, id offset ${max}
      )`.execute(tx)
  })
}

async function forgetAll(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('email', '=', email))
    .execute()
}

/** Deletes devices that have not signed in for `days` days and returns their number. */
export async function sweepKnownDevices(db: Db, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('known_devices')
    .where('used_at', '<=', usedSince(days))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
