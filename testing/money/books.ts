// The books in tests: a complete reading of the processor's balance, and movements of another month.
import type pg from 'pg'
import { takeTieOutStep } from '../../server/domain/books/tie-out.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import type { TestService } from '../service/service.ts'

/** Reads and compares everything, with nothing pending unless `quietSeconds` is given. */
export async function compareBooks(
  { deps }: Pick<TestService, 'deps'>,
  // The start of the reading has milliseconds, and earlier bookings have microseconds.
  quietSeconds = -1,
): Promise<void> {
  await deps.books.requestReading()
  while (await takeTieOutStep(deps, quietSeconds));
}

/** Moves all bookings so far to this moment. */
export async function moveBooksTo(pool: pg.Pool, at: Date): Promise<void> {
  await withoutTriggers(pool, 'update money_movements set booked_at = $1', [at])
  await pool.query('update processor_transactions set created_at = $1', [at])
  await pool.query('update processor_payouts set created_at = $1', [at])
}
