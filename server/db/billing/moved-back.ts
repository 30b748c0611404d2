// What moved back to the buyers of orders and purchases. Columns of later migrations (`lost_cents`, of purchases `refunded_cents`) are read
// through the row as JSON: where they do not exist, nothing was lost or refunded.
import { sql } from 'kysely'
import type { MovedBack } from '../../domain/billing/make-documents.ts'
import type { Db } from '../core/connect.ts'
import { readParts } from '../orders/stored-parts.ts'

const columnOf = (table: string, column: string) =>
  sql<number>`coalesce((to_jsonb(${sql.ref(table)}) ->> ${sql.lit(column)})::integer, 0)`

type Row = {
  readonly owner_id: string
  readonly source: string
  readonly gift_cents: number
  readonly card_cents: number
  readonly at: Date
  readonly reason: string
  readonly lines?: unknown
  readonly postage_cents?: number
}

/** By order. A refund that is not settled has moved nothing yet; of one that failed, the gift card's part may have moved. */
export async function movedBackOfOrders(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Row>`
    select r.order_id as owner_id, r.id::text as source, r.updated_at as at, r.reason, r.lines, r.postage_cents,
      coalesce((select sum(e.cents)::integer from gift_card_entries e where e.refund_id = r.id and e.kind = 'refund'), 0) as gift_cents,
      case r.state when 'succeeded' then r.amount_cents - r.gift_cents else 0 end as card_cents
    from refunds r
    where r.order_id = any(${ids}::uuid[]) and r.state not in ('started', 'unknown')
    union all
    select o.id, 'dispute', o.updated_at, 'The payment was disputed', null::jsonb, 0, 0, ${columnOf('o', 'lost_cents')}
    from orders o where o.id = any(${ids}::uuid[])`.execute(db)
  return byOwner(rows)
}

export async function movedBackOfPurchases(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Row>`
    select p.id as owner_id, moved.source, clock_timestamp() as at, moved.reason, 0 as gift_cents, moved.card_cents
    from purchases p cross join lateral (values
      ('refund', 'The payment was refunded', ${columnOf('p', 'refunded_cents')}),
      ('dispute', 'The payment was disputed', ${columnOf('p', 'lost_cents')})
    ) as moved (source, reason, card_cents)
    where p.id = any(${ids}::uuid[])`.execute(db)
  return byOwner(rows)
}

function byOwner(rows: readonly Row[]): (id: string) => readonly MovedBack[] {
  const grouped = Map.groupBy(rows, ({ owner_id }) => owner_id)
  return (id) =>
    (grouped.get(id) ?? []).map((row) => ({
      source: row.source,
      giftCents: row.gift_cents,
      cardCents: row.card_cents,
      at: row.at,
      reason: row.reason,
      parts: readParts(row.lines ?? null, row.postage_cents ?? 0, {
        table: 'refunds',
        column: 'lines',
        id: row.source,
      }),
    }))
}

/** What an order or a purchase keeps of its total. */
export const keptOfOrder = sql<number>`o.total_cents - o.refunded_cents - ${columnOf('o', 'lost_cents')}`
export const keptOfPurchase = sql<number>`p.amount_cents - ${columnOf('p', 'refunded_cents')} - ${columnOf('p', 'lost_cents')}`
