// The books of the shop. Reading the processor's balance is in reading.ts, the comparison in compare.ts.

import { sql } from 'kysely'
import type { Books, DifferenceKey, NewExplanation, TieOutState } from '../../domain/books/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows } from '../core/read-rows.ts'
import { closeMonth, readState } from './closings.ts'
import { compare, listDifferences, tieOutColumns, tieOutRow } from './compare.ts'
import { readFigures, readPayout } from './figures.ts'
import { claimStep, keepPayouts, keepTransactions, requestReading } from './reading.ts'
import { movementsOfMonth, transactionsOfMonth, transactionsOfPayout } from './rows.ts'

/** Creates the books, with months and days in `timeZone`. */
export const createBooks = (db: Db, timeZone: string): Books => ({
  requestReading: () => requestReading(db),
  claimStep: () => claimStep(db),
  keepTransactions: (page, payoutId) => keepTransactions(db, page, payoutId),
  keepPayouts: (page) => keepPayouts(db, page),
  compare: (step) => compare(db, step),
  tieOut: () => readTieOut(db),
  explain: (which, explanation) => explain(db, which, explanation),
  figures: (month) => readFigures(db, month, timeZone),
  monthState: (month) => readState(db, month, timeZone),
  close: (closing) => closeMonth(db, closing, timeZone),
  payout: (id) => readPayout(db, id),
  transactionsOfPayout: (id, part) => transactionsOfPayout(db, id, part),
  transactionsOfMonth: (month, part) => transactionsOfMonth(db, month, part, timeZone),
  movementsOfMonth: (month, part) => movementsOfMonth(db, month, part, timeZone),
})

async function readTieOut(db: Db): Promise<TieOutState> {
  const [last = null] = await readRows(
    db,
    tieOutRow,
    sql`select ${tieOutColumns} from tie_outs order by id desc limit 1`,
  )
  const { phase } = await db
    .selectFrom('balance_readings')
    .select('phase')
    .executeTakeFirstOrThrow()
  return {
    last,
    isReading: phase !== null,
    differences: await listDifferences(db),
  }
}

/** Stores an explanation only if the difference still has the amounts that the operator saw. */
async function explain(
  db: Db,
  { part, objectId, processorCents, ledgerCents }: DifferenceKey,
  { text, by }: NewExplanation,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tie_out_differences')
    .set({ explanation: text, explained_by: by, explained_at: sql<Date>`now()` })
    .where('part', '=', part)
    .where('object_id', '=', objectId)
    .where('processor_cents', '=', processorCents)
    .where('ledger_cents', '=', ledgerCents)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
