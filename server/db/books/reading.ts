// Reads the card processor's balance, one page per step. All workers share a reading: each step is leased, and its result is stored in the
// transaction that advances to the next step.
import { type RawBuilder, sql } from 'kysely'
import type { PayoutId } from '../../domain/base/ids/payout-id.ts'
import type {
  BalancePage,
  BalanceTransaction,
  ProcessorPayout,
  ReadingStep,
} from '../../domain/books/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isOfKnownPayment } from '../disputes/dispute-rows.ts'
import type { BalanceReadingsTable, ReadingPhase } from '../schema/books.ts'

/** Lease times per phase. Longer than a call to the processor takes with its timeout; comparing a million orders takes some seconds. */
const leaseSeconds: Readonly<Record<ReadingPhase, number>> = {
  transactions: 60,
  payouts: 60,
  contents: 60,
  compare: 300,
}
/** How far back each reading starts. Payouts are read further back than transactions, because a bank may return them. */
const overlap = { transactions: sql`interval '2 days'`, payouts: sql`interval '30 days'` }
/** Payments that match nothing here within this time belong to another system. */
const claimDays = 120

export async function requestReading(db: Db): Promise<void> {
  await sql`
    update balance_readings set phase = 'transactions', started_at = now(), after_id = null, payout_id = null, leased_until = now()
    where phase is null`.execute(db)
}

type ReadingLease = Pick<BalanceReadingsTable, 'phase' | 'after_id' | 'payout_id'> & {
  readonly started_at: Date
  readonly since: Date
}

export function claimStep(db: Db): Promise<ReadingStep | null> {
  return db.transaction().execute(async (tx) => {
    const leased = await lease(tx)
    if (leased === null) return null
    const { phase, since, after_id: after, payout_id: payoutId, started_at: startedAt } = leased
    if (phase === 'contents') {
      const next = payoutId ?? (await nextPayout(tx))
      if (next !== null) return { phase, payoutId: next, after }
      await advance(tx, { phase: 'compare' })
      await lease(tx)
      return { phase: 'compare', startedAt }
    }
    return phase === 'compare'
      ? { phase, startedAt }
      : { phase: phase ?? 'transactions', since, after }
  })
}

/** Leases the next step. The first reading begins with the first movement of the ledger. */
async function lease(tx: Tx): Promise<ReadingLease | null> {
  const seconds = sql.join(
    Object.entries(leaseSeconds).map(([phase, value]) => sql`when ${phase} then ${value}::integer`),
    sql` `,
  )
  const { rows } = await sql<ReadingLease>`
    update balance_readings set leased_until = now() + make_interval(secs => case phase ${seconds} end)
    where phase is not null and leased_until <= now()
    returning phase, after_id, payout_id, started_at,
      coalesce(read_until, (select booked_at from money_movements order by id limit 1), now())
        - case phase when 'payouts' then ${overlap.payouts} else ${overlap.transactions} end as since`.execute(
    tx,
  )
  return rows[0] ?? null
}

async function nextPayout(tx: Tx): Promise<PayoutId | null> {
  const { rows } = await sql<{ id: PayoutId }>`
    update balance_readings set payout_id = (
      select id from processor_payouts where is_complete and not is_listed and automatic order by created_at, id limit 1)
    returning payout_id as id`.execute(tx)
  return rows[0]?.id ?? null
}

type ReadingCursor = {
  readonly phase: ReadingPhase
  readonly after?: string
  readonly payoutId?: PayoutId
}

async function advance(tx: Tx, { phase, after, payoutId }: ReadingCursor): Promise<void> {
  await tx
    .updateTable('balance_readings')
    .set({
      phase,
      after_id: after ?? null,
      payout_id: payoutId ?? null,
      leased_until: sql<Date>`now()`,
    })
    .execute()
}

/** Stores transactions. `payoutId` is the payout that contains them. */
export function keepTransactions(
  db: Db,
  { items, next }: BalancePage<BalanceTransaction>,
  payoutId: PayoutId | null,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (items.length > 0) {
      await tx
        .insertInto('processor_transactions')
        .values(items.map((item) => ({ ...rowOf(item), payout_id: payoutId })))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            payout_id: sql`coalesce(excluded.payout_id, processor_transactions.payout_id)`,
          }),
        )
        .execute()
      const ids = items.map(({ id }) => id)
      await claimTransactions(tx, sql`transaction.id = any(${ids})`)
    }
    const phase = payoutId === null ? 'transactions' : 'contents'
    if (next !== null) {
      await advance(tx, { phase, after: next, ...(payoutId !== null && { payoutId }) })
      return
    }
    if (payoutId === null) return await advance(tx, { phase: 'payouts' })
    await tx
      .updateTable('processor_payouts')
      .set({ is_listed: true })
      .where('id', '=', payoutId)
      .execute()
    await advance(tx, { phase: 'contents' })
  })
}

/** The ledger is kept in US dollars; transactions in another currency cannot be compared with it. */
const currency = 'usd'

function rowOf(transaction: BalanceTransaction) {
  const { about, isMarked, currency: found } = transaction
  const isOfPayment = about === 'charge' || about === 'refund' || about === 'dispute'
  const isOurs = found === currency && (isMarked || !isOfPayment)
  return {
    id: transaction.id,
    type: transaction.type,
    about,
    owner: isOurs ? ('ours' as const) : ('other' as const),
    amount_cents: transaction.amountCents,
    fee_cents: transaction.feeCents,
    net_cents: transaction.amountCents - transaction.feeCents,
    currency: found,
    source_id: transaction.sourceId,
    payment_id: transaction.paymentId,
    created_at: transaction.createdAt,
  }
}

/** Marks payments that this deployment made, or that pay for something here, as ours. */
async function claimTransactions(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update processor_transactions as transaction set owner = 'ours'
    where owner = 'other' and currency = ${currency} and payment_id is not null and ${which}
      and (${isOfKnownPayment('transaction')} or exists (select from processor_transactions as known
        where known.payment_id = transaction.payment_id and known.owner = 'ours'))`.execute(tx)
}

/** Claims recent transactions again, because an order may be restored, and a charge may be read after its refund. */
export const claimRecentTransactions = (tx: Tx): Promise<void> =>
  claimTransactions(tx, sql`created_at > now() - make_interval(days => ${claimDays})`)

export function keepPayouts(db: Db, { items, next }: BalancePage<ProcessorPayout>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (items.length > 0) {
      await tx
        .insertInto('processor_payouts')
        .values(
          items.map((payout) => ({
            id: payout.id,
            amount_cents: payout.amountCents,
            status: payout.status,
            automatic: payout.automatic,
            is_complete: payout.isComplete,
            created_at: payout.createdAt,
            arrives_at: payout.arrivesAt,
            failure: payout.failure,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((each) => ({
            status: each.ref('excluded.status'),
            is_complete: each.ref('excluded.is_complete'),
            arrives_at: each.ref('excluded.arrives_at'),
            failure: each.ref('excluded.failure'),
          })),
        )
        .execute()
    }
    await advance(tx, next === null ? { phase: 'contents' } : { phase: 'payouts', after: next })
  })
}

/** Ends the reading, in the transaction of the comparison. */
export async function endReading(tx: Tx): Promise<void> {
  await sql`
    update balance_readings set phase = null, read_until = started_at, after_id = null, payout_id = null, leased_until = now()`.execute(
    tx,
  )
}
