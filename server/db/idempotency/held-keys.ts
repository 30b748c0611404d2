// What the tables of Idempotency-Keys have in common: when a key is free, who holds it, and how its claim ends.

import { type RawBuilder, sql } from 'kysely'
import { keyHours } from '../../domain/base/retention.ts'
import type { HeldKey, HeldKeys, KeyClaim } from '../../domain/idempotency/ports.ts'
import type { Db } from '../core/connect.ts'
import { isOlderThan } from '../core/leases.ts'

type KeyTable = 'idempotency_keys' | 'spend_keys'

/** No parameter, because statements with it are prepared. */
export const keyLife = sql.raw(`interval '${keyHours} hours'`)

const renewEveryMs = 3_000

/** Whether the claimed key `k` is a new one again. */
export const isExpired = sql`k.created_at <= now() - ${keyLife}`

/** The values that a claim sets in a key `k` that exists. */
export const claimedAgain = sql`request_hash = excluded.request_hash, holder = excluded.holder, answer = null, claimed_at = now(),
  created_at = case when ${isExpired} then now() else k.created_at end`

/** Whether a claim takes over the key `k`: it has expired, or a run of the same request abandoned it. */
export const isFree = (leaseSeconds: number | RawBuilder<unknown>) =>
  sql`${isExpired} or (k.answer is null and k.request_hash = excluded.request_hash
    and ${isOlderThan('k.claimed_at', leaseSeconds)})`

/** The claim of a run that has not ended. */
export const isHeld = ({ accountId, key, holder }: HeldKey) =>
  sql`account_id = ${accountId} and key = ${key} and holder = ${holder} and answer is null`

export function heldKeys(db: Db, table: KeyTable): HeldKeys {
  const setClaimedAt = async (held: HeldKey, time: RawBuilder<unknown>) => {
    await sql`update ${sql.table(table)} set claimed_at = ${time} where ${isHeld(held)}`.execute(db)
  }
  return {
    keepAlive: (held) => {
      // At worst a failed renewal lets a repeat in too early, and it finds what this run made.
      const renew = () => void setClaimedAt(held, sql`now()`).catch(() => {})
      const timer = setInterval(renew, renewEveryMs)
      return () => clearInterval(timer)
    },
    endRun: (held) => setClaimedAt(held, sql`'-infinity'`),
    release: async (held) => {
      await sql`delete from ${sql.table(table)} where ${isHeld(held)}`.execute(db)
    },
  }
}

/** The state of a key that could not be claimed; `answer` is the column's value. */
export async function readTakenKey(
  db: Db,
  table: KeyTable,
  { accountId, key, requestHash }: KeyClaim,
): Promise<
  | { readonly kind: 'completed'; readonly answer: unknown }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
> {
  const { rows } = await sql<{ request_hash: string; answer: unknown }>`
    select request_hash, answer from ${sql.table(table)} where account_id = ${accountId} and key = ${key}`.execute(
    db,
  )
  const [row] = rows
  // Released in between by a request that was refused; the caller may simply retry.
  if (row === undefined) return { kind: 'running', retryAfterSeconds: 1 }
  if (row.request_hash !== requestHash) return { kind: 'other_request' }
  if (row.answer !== null) return { kind: 'completed', answer: row.answer }
  return { kind: 'running', retryAfterSeconds: 2 }
}
