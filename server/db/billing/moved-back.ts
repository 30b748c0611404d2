// Amounts returned to the buyers of orders and purchases.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Log } from '../../domain/base/ports.ts'
import { type MovedBack, moveBackKinds } from '../../domain/billing/make-documents.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { recover } from '../core/values/json.ts'
import { isRefundUnsettled } from '../core/values/unsettled.ts'
import { returnedBy } from '../disputes/purchase-return.ts'
import { readParts } from '../orders/rows/stored-parts.ts'

type ErrorLog = Pick<Log, 'error'>

const movedRow = v.object({
  owner_id: v.string(),
  kind: v.picklist(moveBackKinds),
  source: v.string(),
  gift_cents: wholeNumber,
  card_cents: wholeNumber,
  at: v.date(),
  reason: v.string(),
  lines: v.optional(v.unknown()),
  postage_cents: v.optional(wholeNumber),
})

type MovedRow = v.InferOutput<typeof movedRow>

/**
 * Returns the amounts by order. An unsettled refund has moved nothing yet. The gift card's part of a failed refund may have moved. A
 * refund whose parts cannot be read is treated as a refund of an amount.
 */
export async function movedBackOfOrders(db: Db, log: ErrorLog, ids: readonly string[]) {
  const rows = await readRows(
    db,
    movedRow,
    sql`
    select r.order_id as owner_id, 'refund' as kind, r.id::text as source, r.updated_at as at, r.reason, r.lines, r.postage_cents,
      coalesce((select sum(e.cents)::integer from gift_card_entries e where e.refund_id = r.id and e.kind = 'refund'), 0) as gift_cents,
      case r.state when 'succeeded' then r.amount_cents - r.gift_cents else 0 end as card_cents
    from refunds r
    where r.order_id = any(${ids}::uuid[]) and not ${isRefundUnsettled('r')}
    union all
    select o.id, 'dispute', 'dispute', o.updated_at, 'The payment was disputed', null::jsonb, 0, 0, o.lost_cents
    from orders o where o.id = any(${ids}::uuid[])`,
  )
  return byOwner(log, rows)
}

/** Amount moved by a return of a purchase, in cents. 0 once its money was recovered. */
const returnedCents = sql<number>`case
  when r.reinstated_at is not null then 0
  when r.kind = 'refund' or exists (select from disputes d where d.id = ${returnedBy('r')} and d.status = 'lost') then r.cents
  else 0 end`

/**
 * Returns the amounts by purchase. Leaves out a dispute while a bank decides, including after a reopening: only its outcome changes
 * documents.
 */
export async function movedBackOfPurchases(db: Db, log: ErrorLog, ids: readonly string[]) {
  const rows = await readRows(
    db,
    movedRow,
    sql`
    select r.purchase_id as owner_id, r.kind, ${returnedBy('r')} as source, max(coalesce(r.reinstated_at, r.at)) as at, 0 as gift_cents,
      sum(${returnedCents})::integer as card_cents,
      case r.kind when 'refund' then 'The payment was refunded' else 'The payment was disputed' end as reason
    from purchase_returns r where r.purchase_id = any(${ids}::uuid[])
      and not exists (select from disputes d where d.id = ${returnedBy('r')} and d.closed_at is null)
    group by 1, 2, 3 order by 4, 3`,
  )
  return byOwner(log, rows)
}

function byOwner(log: ErrorLog, rows: readonly MovedRow[]): (id: string) => readonly MovedBack[] {
  const grouped = Map.groupBy(rows, ({ owner_id }) => owner_id)
  return (id) =>
    (grouped.get(id) ?? []).map((row) => ({
      kind: row.kind,
      source: row.source,
      giftCents: row.gift_cents,
      cardCents: row.card_cents,
      at: row.at,
      reason: row.reason,
      parts: partsOf(log, row),
    }))
}

const partsOf = (
  log: ErrorLog,
  { source: id, lines = null, postage_cents: postage = 0 }: MovedRow,
) =>
  recover(
    log,
    () => readParts(lines, postage, { table: 'refunds', column: 'lines', id }),
    () => null,
  )
