// The ledger of money: books what triggers do not book, and reads the bookings.

import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { DifferenceSubject } from '../../domain/money/difference-subjects.ts'
import {
  ledgerAccounts,
  type Movement,
  movementKinds,
  type NewMovement,
} from '../../domain/money/movement.ts'
import type { Ledger, LedgerSubject, NewLedgerCheck } from '../../domain/money/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import type { Database } from '../schema/database.ts'
import type { MoneyMovementsTable } from '../schema/money.ts'

/**
 * Books a movement that no trigger books, in the caller's transaction. Returns `already` when its source was booked before. Throws when
 * the kind does not move money between these accounts.
 */
export async function bookMovement(tx: Tx, movement: NewMovement): Promise<'booked' | 'already'> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('money_movements')
    .values({
      kind: movement.kind,
      debit: movement.debit,
      credit: movement.credit,
      cents: movement.cents,
      order_id: movement.orderId ?? null,
      refund_id: movement.refundId ?? null,
      purchase_id: movement.purchaseId ?? null,
      gift_card_id: movement.giftCardId ?? null,
      account_id: movement.accountId ?? null,
      dispute_id: movement.disputeId ?? null,
      processor_id: movement.processorId ?? null,
      source: movement.source,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n ? 'booked' : 'already'
}

/** Books a movement that cannot have been booked before. Throws if it was. */
export async function bookNew(tx: Tx, movement: NewMovement): Promise<void> {
  if ((await bookMovement(tx, movement)) === 'already') {
    throw new Error(`The movement ${movement.source} was booked before.`)
  }
}

const movementSum = v.object({
  kind: v.picklist(movementKinds),
  debit: v.picklist(ledgerAccounts),
  credit: v.picklist(ledgerAccounts),
  movements: wholeNumber,
  cents: wholeNumber,
})

export const createLedger = (db: Db): Ledger => ({
  movementsOf: (about) => movementsOf(db, about),
  sums: async ({ from, to }) => {
    return await readRows(
      db,
      movementSum,
      sql`
      select kind, debit, credit, count(*)::int as movements, sum(cents) as cents from money_movements
      where booked_at >= ${from} and booked_at < ${to} group by kind, debit, credit order by kind, debit, credit`,
    )
  },
  matchKept: async () => {
    // Rows of these payments keep the operator's decision. Other rows become `returned`, which a trigger books.
    await sql`
      with matched as materialized (
        select book_unmatched_payment(payment, 'unmatched_matched', now()) from unmatched_payments as payment
        where state = 'kept' and (exists (select from orders where orders.payment_id = payment.payment_id)
          or exists (select from purchases where purchases.payment_id = payment.payment_id))
      )
      select count(*) from matched`.execute(db)
  },
  compare: (subject, after) => compare(db, subject, after),
  keepCheck: (check) => keepCheck(db, check),
  lastCheck: () => lastCheck(db),
})

async function movementsOf(db: Db, about: LedgerSubject): Promise<readonly Movement[]> {
  const movements = db.selectFrom('money_movements').selectAll().orderBy('id')
  const query =
    'orderId' in about
      ? movements.where('order_id', '=', about.orderId)
      : 'giftCardId' in about
        ? movements.where('gift_card_id', '=', about.giftCardId)
        : movements.where('account_id', '=', about.accountId)
  return (await query.execute()).map(movementOf)
}

const movementOf = (row: Selectable<MoneyMovementsTable>): Movement => ({
  id: row.id,
  bookedAt: row.booked_at,
  kind: row.kind,
  debit: row.debit,
  credit: row.credit,
  cents: row.cents,
  orderId: row.order_id,
  refundId: row.refund_id,
  purchaseId: row.purchase_id,
  giftCardId: row.gift_card_id,
  accountId: row.account_id,
  disputeId: row.dispute_id,
  processorId: row.processor_id,
  source: row.source,
})

/** The views that compare, each with the type of its id. */
const comparisons = {
  order: ['order_money', 'uuid'],
  gift_card: ['gift_card_money', 'uuid'],
  credits: ['account_credits', 'text'],
  credit_value: ['account_credit_value', 'text'],
} as const satisfies Record<DifferenceSubject, readonly [keyof Database, string]>

const comparedSlice = v.object({
  compared: wholeNumber,
  last: v.nullable(v.string()),
  differences: v.nullable(
    v.array(v.object({ id: v.string(), cached: wholeNumber, booked: wholeNumber })),
  ),
})

/** Number of subjects that take a few hundred milliseconds. */
const sliceSize = 5000

async function compare(
  db: Db,
  subject: DifferenceSubject,
  after: string | null,
): ReturnType<Ledger['compare']> {
  const [view, type] = comparisons[subject]
  const rows = await readRows(
    db,
    comparedSlice,
    sql`
    select count(*)::int as compared, (array_agg(id order by id desc))[1]::text as last,
      json_agg(json_build_object('id', id, 'cached', cached, 'booked', booked)) filter (where not agrees) as differences
    from (
      select * from ${sql.table(view)} where ${after}::${sql.raw(type)} is null or id > ${after}::${sql.raw(type)}
      order by id limit ${sliceSize}
    ) as slice`,
  )
  const [{ compared, last, differences } = { compared: 0, last: null, differences: null }] = rows
  return {
    compared,
    last: compared < sliceSize ? null : last,
    differences: (differences ?? []).map((difference) => ({ subject, ...difference })),
  }
}

async function keepCheck(db: Db, { compared, differences }: NewLedgerCheck): Promise<void> {
  const list = JSON.stringify(differences)
  await db.transaction().execute(async (tx) => {
    await sql`insert into ledger_checks (id, compared) values (1, ${compared})
      on conflict (id) do update set checked_at = now(), compared = excluded.compared`.execute(tx)
    const rows = sql`json_to_recordset(${list}::json) as found (subject text, id text, cached integer, booked integer)`
    await sql`delete from ledger_differences as known
      where not exists (select from ${rows} where found.subject = known.subject and found.id = known.subject_id)`.execute(
      tx,
    )
    await sql`insert into ledger_differences (subject, subject_id, cached, booked) select subject, id, cached, booked from ${rows}
      on conflict (subject, subject_id) do update set cached = excluded.cached, booked = excluded.booked`.execute(
      tx,
    )
  })
}

async function lastCheck(db: Db): ReturnType<Ledger['lastCheck']> {
  const check = await db
    .selectFrom('ledger_checks')
    .select(['checked_at as checkedAt', 'compared'])
    .executeTakeFirst()
  if (check === undefined) return null
  const differences = await db
    .selectFrom('ledger_differences')
    .select(['subject', 'subject_id as id', 'cached', 'booked', 'found_at as foundAt'])
    .orderBy('found_at')
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
  return { ...check, differences }
}
