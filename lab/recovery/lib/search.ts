// The service's search for payments whose order is lost: it lists all, and refunds some of them without an operator.
import type pg from 'pg'
import { automaticRefundsPerHour } from '../../../server/domain/orders/settle/search-payments.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'

export type SearchResult = {
  /** Codes of lost orders whose payment was refunded. */
  readonly refunded: readonly string[]
  /** Payments that wait for an operator. */
  readonly listed: readonly string[]
}

/**
 * Minimum age of the payments that the search checks; the processor's clock is set back by more while orders are
 * placed.
 */
export const ageOfLostPaymentsMs = 20 * 60_000

/** Waits until every lost order is listed, and as many are refunded as an hour allows. A worker must be running. */
export async function awaitSearch(
  pool: Pick<pg.Pool, 'query'>,
  codes: readonly string[],
): Promise<SearchResult> {
  const expected = Math.min(automaticRefundsPerHour, codes.length)
  // Two searches are ten minutes apart; this one need not wait.
  await pool.query('update payment_searches set finished_at = null, due_at = now()')
  let result: SearchResult = { refunded: [], listed: [] }
  await waitUntil(
    'the search has found every lost order and refunded what it may',
    async () => {
      result = await readSearch(pool, codes)
      const { refunded, listed } = result
      return refunded.length === expected && refunded.length + listed.length === codes.length
    },
    240_000,
  )
  return result
}

async function readSearch(
  pool: Pick<pg.Pool, 'query'>,
  codes: readonly string[],
): Promise<SearchResult> {
  const { rows } = await pool.query<{ code: string; state: string }>(
    'select order_code as code, state from unmatched_payments where order_code = any($1)',
    [codes],
  )
  const inState = (wanted: string) =>
    rows.filter(({ state }) => state === wanted).map(({ code }) => code)
  return { refunded: inState('refunded'), listed: inState('found') }
}
