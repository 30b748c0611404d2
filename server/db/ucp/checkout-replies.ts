// Responses stored under the Idempotency-Keys of the Universal Commerce Protocol.

import { sql } from 'kysely'
import { keyHours } from '../../domain/base/time/retention.ts'
import type { CheckoutReplies } from '../../domain/ucp/ports.ts'
import type { Db } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'

/** Longer than any request takes: an older claim belongs to a dead process. */
const lostClaim = sql`k.claimed_at < now() - interval '5 minutes'`

/** A response that describes a session is stored with the session's age, so that both expire at the same time. */
const agedBy = (endsAt: Date) =>
  sql<Date>`least(created_at, ${endsAt}::timestamptz - make_interval(hours => ${sql.raw(String(keyHours))}))`

const expiry = sql`now() - make_interval(hours => ${sql.raw(String(keyHours))})`
const isExpired = sql`k.created_at <= ${expiry}`

export function createCheckoutReplies(db: Db): CheckoutReplies {
  return {
    claim: async ({ client, key }, requestHash) => {
      const claimed = await sql`
        insert into checkout_replies as k (client, key, request_hash) values (${client}, ${key}, ${requestHash})
        on conflict (client, key) do update
          set request_hash = excluded.request_hash, status = null, body = null, claimed_at = now(),
            created_at = case when ${isExpired} then now() else k.created_at end
          where ${isExpired} or (k.status is null and k.request_hash = excluded.request_hash and ${lostClaim})
        returning 1`.execute(db)
      if (claimed.rows.length > 0) return { kind: 'claimed' }
      const row = await db
        .selectFrom('checkout_replies')
        .select(['request_hash', 'status', 'body'])
        .where('client', '=', client)
        .where('key', '=', key)
        .executeTakeFirst()
      // The key was released in the meantime.
      if (row === undefined) return { kind: 'running' }
      if (row.request_hash !== requestHash) return { kind: 'other_request' }
      const { status, body } = row
      if (status === null || body === null) return { kind: 'running' }
      return { kind: 'completed', reply: { status, body } }
    },
    save: async ({ client, key }, { status, body, endsAt }) => {
      await db
        .updateTable('checkout_replies')
        .set({ status, body, ...(endsAt !== null && { created_at: agedBy(endsAt) }) })
        .where('client', '=', client)
        .where('key', '=', key)
        .execute()
    },
    release: async ({ client, key }) => {
      await db
        .deleteFrom('checkout_replies')
        .where('client', '=', client)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute()
    },
  }
}

/** Deletes expired keys. The hourly sweep calls it. */
export const sweepCheckoutReplies = (db: Db): Promise<number> =>
  removeRows(db, 'checkout_replies', { where: sql`created_at <= ${expiry}` })
