// Rows of the payout pages and the downloads, read in parts.
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import { type PayoutId, payoutIdOf } from '../../domain/base/ids/payout-id.ts'
import { purchaseIdOf } from '../../domain/base/ids/purchase-id.ts'
import {
  type BookedRow,
  type MovementPart,
  type OwnedTransaction,
  type PayoutPart,
  type TransactionPart,
  transactionOwners,
  transactionSubjects,
} from '../../domain/books/ports.ts'
import { ledgerAccounts, movementKinds } from '../../domain/money/movement.ts'
import type { Db } from '../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../core/read-rows.ts'
import { monthBounds } from '../core/values/month-bounds.ts'
import { paymentKinds } from './compare.ts'

export async function transactionsOfPayout(
  db: Db,
  id: PayoutId,
  { limit, offset }: PayoutPart,
): Promise<readonly OwnedTransaction[]> {
  return await readTransactions(
    db,
    sql`payout_id = ${id} and source_id is distinct from payout_id order by each.created_at, each.id limit ${limit} offset ${offset}`,
  )
}

export async function transactionsOfMonth(
  db: Db,
  month: string,
  { limit, after }: TransactionPart,
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

const transactionRow = v.object({
  id: v.string(),
  type: v.string(),
  about: v.picklist(transactionSubjects),
  amountCents: wholeNumber,
  feeCents: wholeNumber,
  currency: v.string(),
  sourceId: v.nullable(v.string()),
  paymentId: v.nullable(idOf(paymentIdOf)),
  createdAt: v.date(),
  owner: v.picklist(transactionOwners),
  payoutId: v.nullable(idOf(payoutIdOf)),
  orderCode: v.nullable(v.string()),
  purchaseId: v.nullable(idOf(purchaseIdOf)),
})

async function readTransactions(
  db: Db,
  which: RawBuilder<unknown>,
): Promise<readonly OwnedTransaction[]> {
  return await readRows(
    db,
    transactionRow,
    sql`
    select each.id, type, about, each.amount_cents as "amountCents", fee_cents as "feeCents", currency, source_id as "sourceId",
      each.payment_id as "paymentId", each.created_at as "createdAt", owner, payout_id as "payoutId", orders.code as "orderCode",
      purchases.id as "purchaseId"
    from processor_transactions as each
      left join orders on orders.payment_id = each.payment_id
      left join purchases on purchases.payment_id = each.payment_id
    where ${which}`,
  )
}

/** Source of the documents that state a movement: the payment, a refund, an order's disputes, or the return of a purchase. */
const sourceOf = (movement: 'movement' | 'other') => {
  const [kind, debit, credit, refund, processor] = columnsOf(movement)
  return sql`case
    when ${kind} in ('charge', 'gift_card_used', 'gift_card_sold', 'credits_sold') then 'payment'
    when ${kind} in ('refund', 'refund_returned', 'gift_card_refunded') then ${refund}::text
    when ${kind} = 'dispute_lost' and 'orders' in (${debit}, ${credit}) then 'dispute'
    when ${kind} in ('gift_card_reversed', 'gift_card_reinstated', 'credits_reversed', 'credits_reinstated', 'debt', 'debt_reinstated')
      and (${debit} in ('processor', 'disputed') or ${credit} in ('processor', 'disputed')) then ${processor} end`
}

const columnsOf = (movement: string) =>
  (['kind', 'debit', 'credit', 'refund_id', 'processor_id'] as const).map((column) =>
    sql.ref(`${movement}.${column}`),
  )

/** Amount of a movement, in cents. Negative when the money went back to the customer. */
const signedCents = (movement: 'movement' | 'other') => {
  const [kind, , credit] = columnsOf(movement)
  return sql`(case when ${kind} = 'gift_card_refunded' or ${credit} in ('processor', 'disputed') then -1 else 1 end
    * ${sql.ref(`${movement}.cents`)})`
}

/** The first document of the movement's source that was issued after the movement. It states what moved since the previous document. */
const itsDocument = sql`
  select document.*, (select max(earlier.issued_at) from billing_documents as earlier
      where (earlier.order_id = document.order_id or earlier.purchase_id = document.purchase_id)
        and earlier.source = document.source and earlier.issued_at < document.issued_at) as previous_at
  from billing_documents as document
  where (document.order_id = movement.order_id or document.purchase_id = movement.purchase_id)
    and document.source = ${sourceOf('movement')} and document.issued_at >= movement.booked_at
  order by document.issued_at limit 1`

/** Sum of the movements that a document with tax states, up to and including this movement. */
const statedSoFar = sql`
  select sum(${signedCents('other')}) as so_far from money_movements as other
  where document.tax_rate is not null and other.id <= movement.id
    and (other.order_id = movement.order_id
      or other.processor_id = movement.processor_id and other.purchase_id = movement.purchase_id)
    and ${sourceOf('other')} = document.source and other.booked_at <= document.issued_at
    and other.booked_at > coalesce(document.previous_at, '-infinity')`

/**
 * A movement's part of the document's tax. The movements of one document share its tax in whole cents. They may have opposite signs, for
 * example when a dispute is lost and then won before the document is issued.
 */
const itsTax = sql`(${shareOfTax(sql`stated.so_far`)} - ${shareOfTax(sql`stated.so_far - ${signedCents('movement')}`)})::integer`

function shareOfTax(cents: RawBuilder<unknown>) {
  return sql`round(document.tax_cents::numeric * (${cents}) / document.total_cents)`
}

const bookedRow = v.object({
  id: wholeNumber,
  at: v.date(),
  day: v.string(),
  kind: v.picklist(movementKinds),
  debit: v.picklist(ledgerAccounts),
  credit: v.picklist(ledgerAccounts),
  cents: wholeNumber,
  paymentId: v.nullable(idOf(paymentIdOf)),
  processorId: v.nullable(v.string()),
  orderCode: v.nullable(v.string()),
  purchaseId: v.nullable(idOf(purchaseIdOf)),
  document: v.nullable(v.string()),
  country: v.nullable(v.string()),
  taxRate: v.nullable(wholeNumber),
  taxCents: v.nullable(wholeNumber),
})

export async function movementsOfMonth(
  db: Db,
  month: string,
  { limit, afterId }: MovementPart,
  timeZone: string,
): Promise<readonly BookedRow[]> {
  const { begins, ends } = monthBounds(month, timeZone)
  return await readRows(
    db,
    bookedRow,
    sql`
    select movement.id, movement.booked_at as at, to_char(movement.booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      movement.kind, debit, credit, cents,
      coalesce(case when movement.kind in ${paymentKinds} or movement.kind like 'unmatched_refund%' then movement.processor_id end,
        refunds.payment_id, disputes.payment_id, transaction.payment_id, purchases.payment_id,
        case when 'processor' in (debit, credit) then orders.payment_id end) as "paymentId",
      movement.processor_id as "processorId", orders.code as "orderCode", movement.purchase_id as "purchaseId",
      case document.series when 'invoice' then '' else 'C' end || document.year || '-' || lpad(document.number::text, 6, '0') as document,
      coalesce(document.country, orders.country) as country, document.tax_rate as "taxRate",
      case when document.tax_rate is not null then ${itsTax} end as "taxCents"
    from money_movements as movement
      left join orders on orders.id = movement.order_id
      left join purchases on purchases.id = movement.purchase_id
      left join refunds on refunds.id = movement.refund_id
      left join disputes on disputes.id = movement.dispute_id
      left join processor_transactions as transaction on transaction.id = movement.processor_id
      left join lateral (${itsDocument}) as document on true
      left join lateral (${statedSoFar}) as stated on true
    where movement.id > ${afterId} and booked_at >= ${begins} and booked_at < ${ends} order by movement.id limit ${limit}`,
  )
}
