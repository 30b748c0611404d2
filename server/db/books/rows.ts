// The rows of the payout pages and the downloads, a part at a time.
import { type RawBuilder, sql } from 'kysely'
import type { BookedRow, Books, OwnedTransaction } from '../../domain/books/ports.ts'
import type { Db } from '../core/connect.ts'
import { monthBounds } from '../core/month-bounds.ts'
import { paymentKinds } from './compare.ts'

export async function transactionsOfPayout(
  db: Db,
  id: string,
  { limit, offset }: Parameters<Books['transactionsOfPayout']>[1],
): Promise<readonly OwnedTransaction[]> {
  return await readTransactions(
    db,
    sql`payout_id = ${id} and source_id is distinct from payout_id order by each.created_at, each.id limit ${limit} offset ${offset}`,
  )
}

export async function transactionsOfMonth(
  db: Db,
  month: string,
  { limit, after }: Parameters<Books['transactionsOfMonth']>[1],
  timeZone: string,
): Promise<readonly OwnedTransaction[]> {
  const { begins, ends } = monthBounds(month, timeZone)
  const from =
    after === null ? sql`true` : sql`(each.created_at, each.id) > (${after.createdAt}, ${after.id})`
  return await readTransactions(
    db,
    sql`each.created_at >= ${begins} and each.created_at < ${ends} and ${from} order by each.created_at, each.id limit ${limit}`,
  )
}

async function readTransactions(
  db: Db,
  which: RawBuilder<unknown>,
): Promise<readonly OwnedTransaction[]> {
  const { rows } = await sql<OwnedTransaction>`
    select each.id, type, about, each.amount_cents as "amountCents", fee_cents as "feeCents", currency, source_id as "sourceId",
      each.payment_id as "paymentId", each.created_at as "createdAt", owner, payout_id as "payoutId", orders.code as "orderCode",
      purchases.id as "purchaseId"
    from processor_transactions as each
      left join orders on orders.payment_id = each.payment_id
      left join purchases on purchases.payment_id = each.payment_id
    where ${which}`.execute(db)
  return rows
}

/** Which document states the movement. */
const isItsDocument = sql`case
  when movement.kind in ('charge', 'gift_card_used', 'gift_card_sold', 'credits_sold') then document.kind = 'invoice'
  when movement.kind in ('refund', 'gift_card_refunded') then document.kind = 'credit_note' and document.source = movement.refund_id::text
  when movement.kind = 'refund_returned' then document.kind = 'cancellation' and document.source = movement.refund_id::text
  when movement.kind = 'dispute_lost' and movement.debit = 'orders' then document.kind = 'credit_note' and document.source = 'dispute'
  when movement.credit = 'processor' and movement.kind in ('gift_card_reversed', 'credits_reversed', 'debt')
    then document.kind = 'credit_note' and document.source = movement.processor_id
  else false end`

/**
 * A document that is moved in two parts, such as by gift card and card, states its tax once: the first part has its share of it, in whole cents,
 * and the other one the rest.
 */
const taxOfPart = sql`case
  when movement.kind in ('gift_card_used', 'gift_card_refunded', 'debt')
    then round(document.tax_cents::numeric * movement.cents / document.total_cents)
  else document.tax_cents - round(document.tax_cents::numeric * (document.total_cents - movement.cents) / document.total_cents)
  end::integer`

export async function movementsOfMonth(
  db: Db,
  month: string,
  { limit, afterId }: Parameters<Books['movementsOfMonth']>[1],
  timeZone: string,
): Promise<readonly BookedRow[]> {
  const { begins, ends } = monthBounds(month, timeZone)
  const { rows } = await sql<BookedRow>`
    select movement.id, movement.booked_at as at, to_char(movement.booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      movement.kind, debit, credit, cents,
      coalesce(case when movement.kind in ${paymentKinds} or movement.kind like 'unmatched_refund%' then movement.processor_id end,
        refunds.payment_id, disputes.payment_id, transaction.payment_id, purchases.payment_id,
        case when 'processor' in (debit, credit) then orders.payment_id end) as "paymentId",
      movement.processor_id as "processorId", orders.code as "orderCode", movement.purchase_id as "purchaseId", document.number as document,
      coalesce(document.country, orders.country) as country, document.rate as "taxRate", document.tax as "taxCents"
    from money_movements as movement
      left join orders on orders.id = movement.order_id
      left join purchases on purchases.id = movement.purchase_id
      left join refunds on refunds.id = movement.refund_id
      left join disputes on disputes.id = movement.dispute_id
      left join processor_transactions as transaction on transaction.id = movement.processor_id
      left join lateral (
        select case series when 'invoice' then '' else 'C' end || year || '-' || lpad(number::text, 6, '0') as number, document.country,
          tax_rate as rate, case when tax_rate is not null then ${taxOfPart} end as tax
        from billing_documents as document
        where (document.order_id = movement.order_id or document.purchase_id = movement.purchase_id) and ${isItsDocument}
        order by issued_at limit 1
      ) as document on true
    where movement.id > ${afterId} and booked_at >= ${begins} and booked_at < ${ends} order by movement.id limit ${limit}`.execute(
    db,
  )
  return rows
}
