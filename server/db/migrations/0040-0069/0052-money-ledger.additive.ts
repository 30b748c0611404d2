// The ledger of money: one row for each movement between two accounts. The movements are booked by triggers on the rows that record the
// facts, and the ledger is compared with the cached balances when a transaction commits. For its accounts and kinds, see server/db/money/README.md.
//
// Triggers are needed because processes of the previous release write the same rows and book nothing themselves.
import { type Kysely, sql } from 'kysely'
import { bookingFunctions, bookingTriggers } from './money-ledger/booking.ts'
import { checks, comparisons } from './money-ledger/checks.ts'
import { charges, corrections, history, paidSince } from './money-ledger/history.ts'
import { indexes, lockFacts, tables } from './money-ledger/tables.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  // The charges of orders make up most of the history. They are booked without a lock, so that writers wait only for the rest.
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(id), 0) as last from order_events`.execute(db)
  await run([...tables.ledger, charges(), ...indexes, lockFacts])
  await run([charges(paidSince(Number(rows[0]?.last))), ...tables.balances, ...bookingFunctions])
  await run([...history, ...comparisons, ...corrections, ...bookingTriggers, ...checks])
}
