// Runs a spending call once per Idempotency-Key (decisions.md 67), with the rules for submits (decisions.md 14).

import type { AccountId } from '../base/caller.ts'
import { sha256Hex } from '../base/hash.ts'
import type { BaseDeps } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { IdempotencyFailure, UnfinishedWork } from './failure.ts'
import { checkIdempotencyKey, claimLeaseSeconds } from './key.ts'
import type { HeldKey, SpendKeys } from './ports.ts'

export type SpendDeps = Pick<BaseDeps, 'ids' | 'log'> & { readonly spendKeys: SpendKeys }

/** The value of this run, or that of the first run as it was stored, in plain JSON. */
export type Once<T> =
  | { readonly replayed: false; readonly value: T }
  | { readonly replayed: true; readonly stored: unknown }

type Call = {
  readonly accountId: AccountId
  /** null = no header; the call always runs. */
  readonly key: string | null
  /** Content that identifies equal requests, as plain JSON. Read only with a key. */
  readonly request: () => Promise<unknown>
}

/**
 * `run` gets an id for its result, or null without a key. A rerun of an interrupted run gets the same id. The value is
 * stored as JSON. A failure is not stored, so the key can be used again, unless the work continues (`Unfinished`).
 */
export async function once<T, F>(
  deps: SpendDeps,
  { accountId, key, request }: Call,
  run: (runId: string | null) => Promise<Result<T, F>>,
): Promise<Result<Once<T>, F | IdempotencyFailure>> {
  const checked = checkIdempotencyKey(key)
  if (!checked.ok) return checked
  if (key === null) return firstResult(await run(null))
  const requestHash = await sha256Hex(canonicalize(await request()))
  const held = { accountId, key, holder: deps.ids.uuid() }
  const claimed = await deps.spendKeys.claim({
    ...held,
    requestHash,
    runId: deps.ids.uuid(),
    leaseSeconds: claimLeaseSeconds,
  })
  switch (claimed.kind) {
    case 'other_request':
      return fail({ kind: 'idempotency_key_reused' })
    case 'running': {
      const { retryAfterSeconds } = claimed
      return fail({ kind: 'idempotency_key_running', retryAfterSeconds })
    }
    case 'completed':
      return ok({ replayed: true, stored: claimed.response })
    case 'claimed':
      return firstResult(await runUnderKey(deps, held, () => run(claimed.runId)))
  }
}

const firstResult = <T, F>(made: Result<T, F>): Result<Once<T>, F> =>
  made.ok ? ok({ replayed: false, value: made.value }) : made

async function runUnderKey<T, F>(
  { spendKeys, log }: SpendDeps,
  held: HeldKey,
  run: () => Promise<Result<T, F>>,
): Promise<Result<T, F>> {
  const stopRenewing = spendKeys.keepAlive(held)
  let made: Result<T, F> | null = null
  try {
    made = await run()
    return made
  } finally {
    stopRenewing()
    // A failure here does not affect the caller: a repeat waits until the claim expires and then takes over the run.
    await end(spendKeys, held, made).catch((error: unknown) => {
      log.warn('spending.claim_not_ended', { error })
    })
  }
}

function end<T, F>(spendKeys: SpendKeys, held: HeldKey, made: Result<T, F> | null): Promise<void> {
  if (made === null) return spendKeys.endRun(held)
  if (made.ok) return spendKeys.save(held, made.value)
  return isUnfinished(made.failure) ? spendKeys.endRun(held) : spendKeys.release(held)
}

const isUnfinished = (failure: unknown): failure is UnfinishedWork =>
  typeof failure === 'object' && failure !== null && 'unfinished' in failure

/** Serializes JSON with sorted names. */
function canonicalize(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
