// Counts the statements of an order in the Postgres log while orders are placed in sequence.
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaidService } from './service.ts'

export type Statements = {
  readonly perOrder: number
  /** Statements, most frequent first, each on one line. */
  readonly list: readonly { readonly perOrder: number; readonly text: string }[]
}

/** Marks the statements of the bench, which are not counted. */
export const benchMark = '/* bench */'

/**
 * Runs `place`, which places orders, waits until their events and mails are done, and returns the
 * number of orders.
 */
export async function countStatements(
  { database, postgresLog }: Pick<PaidService, 'database' | 'postgresLog'>,
  place: () => Promise<number>,
): Promise<Statements> {
  const from = statSync(postgresLog).size
  await logStatements(database, 'all')
  let orders = 0
  try {
    orders = await place()
  } finally {
    await logStatements(database, 'none')
  }
  const counts = new Map<string, number>()
  for (const text of statementsIn(readFileSync(postgresLog).subarray(from).toString())) {
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const list = [...counts]
    .map(([text, count]) => ({ perOrder: count / orders, text }))
    // Less frequent statements belong to the rounds of the worker.
    .filter(({ perOrder, text }) => perOrder >= 0.04 && !text.includes(benchMark))
    .sort((a, b) => b.perOrder - a.perOrder)
  return { perOrder: list.reduce((sum, { perOrder }) => sum + perOrder, 0), list }
}

async function logStatements(
  { pool }: PaidService['database'],
  which: 'all' | 'none',
): Promise<void> {
  await pool.query(`alter system set log_statement = '${which}'`)
  await pool.query('select pg_reload_conf()')
  // The server takes a moment to notify its sessions.
  await sleep(500)
}

function* statementsIn(log: string): Generator<string> {
  for (const [, text = ''] of log.matchAll(
    /LOG: {2}(?:statement|execute [^:]*): (.*(?:\n\t.*)*)/g,
  )) {
    yield text.replaceAll(/\s+/g, ' ').trim()
  }
}
