// Removes the remaining data of buyers without an account.
import { sql } from 'kysely'
import { guestPrefix } from '../../domain/cart/guest.ts'
import type { Db } from '../core/connect.ts'
import { isOver } from '../orders/order-statuses.ts'

export type SweptGuests = { readonly guests: number; readonly guestModels: number }

/** Rows per sweep. The next sweep continues. */
const maxRowsPerSweep = 1000

/** Guests whose basket expired or was moved to an account. No order can be placed as such a guest. */
const leftGuests = sql`accounts guest where guest.id like ${`${guestPrefix}%`}
  and not exists (select from baskets where ${guestPrefix} || baskets.id::text = guest.id)`

/**
 * Removes guests who never ordered, and the models of the other guests except those of their open orders. The sweep of files removes a
 * file once nothing refers to it.
 */
export async function sweepGuests(db: Db): Promise<SweptGuests> {
  const models = await sql`
    with gone as (
      delete from models where ctid = any(array(
        select models.ctid from models where models.account_id in (
          select guest.id from ${leftGuests}
            and not exists (select from orders where orders.account_id = guest.id and not ${isOver}))
        limit ${maxRowsPerSweep}))
      returning uri, sha256
    ), left_files as (
      insert into visitor_files (uri, sha256, expires_at) select distinct uri, sha256, now() from gone
      on conflict (uri) do nothing
    )
    select 1 from gone`.execute(db)
  const guests = await sql`
    delete from accounts where id = any(array(
      select guest.id from ${leftGuests}
        and not exists (select from orders where orders.account_id = guest.id)
        and not exists (select from models where models.account_id = guest.id)
      limit ${maxRowsPerSweep}))`.execute(db)
  return { guests: Number(guests.numAffectedRows ?? 0), guestModels: models.rows.length }
}
