// Reads the facts that checks.ts judges: rows from the database, money from the processor's record, confirmations
// from the emails.
import type pg from 'pg'
import type { OrderCharges } from '../../../server/local/stripe/control.ts'
import type { SentMail } from '../../../testing/service/mails.ts'
import type { Acknowledged, Facts, OrderRow } from './checks.ts'

export type FactSources = {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly payments: () => Promise<readonly OrderCharges[]>
  readonly mails: () => readonly SentMail[]
}

export async function readFacts(
  sources: FactSources,
  acknowledged: readonly Acknowledged[],
): Promise<Facts> {
  const { rows: orders } = await sources.pool.query<OrderRow>(
    'select code, paid, total_cents as "totalCents" from orders order by created_at',
  )
  const { rows: jobs } = await sources.pool.query<{ seconds: number | null }>(
    'select extract(epoch from now() - min(run_at))::float8 as seconds from graphile_worker._private_jobs where run_at <= now()',
  )
  return {
    acknowledged,
    orders,
    payments: await sources.payments(),
    confirmations: sources.mails().flatMap(confirmedCode),
    oldestJobSeconds: jobs[0]?.seconds ?? null,
  }
}

/** Returns whether no charge is unsettled and no confirmation is waiting. */
export async function isAtRest({ pool }: Pick<FactSources, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from orders where charge_state in ('started', 'unknown')
      union all select 1 from emails where sent_at is null limit 1`,
  )
  return rowCount === 0
}

/** Returns payments that the processor keeps and that have no row here. */
export function withoutOrder({ orders, payments }: Facts): readonly OrderCharges[] {
  const codes = new Set(orders.map(({ code }) => code))
  return payments.filter(
    ({ orderCode, amountCents, refundedCents }) =>
      !codes.has(orderCode) && amountCents > refundedCents,
  )
}

function confirmedCode({ subject }: SentMail): string[] {
  const code = /^Order (\S+) confirmed$/.exec(subject)?.[1]
  return code === undefined ? [] : [code]
}
