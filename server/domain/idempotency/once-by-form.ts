// Runs a website form once, however often it is sent: a second click or a reload leads to the first result
// (decisions.md 67).

import { sha256Hex } from '../base/hash.ts'
import { ok, type Result } from '../base/result.ts'
import { sleep } from '../base/time/sleep.ts'
import type { IdempotencyFailure } from './failure.ts'
import type { SentForm } from './form-key.ts'
import { once, type SpendDeps } from './once.ts'

/** Longer than any form takes: making a picture takes up to two minutes. */
const maxWaitMs = 150_000
const firstPauseMs = 100
const maxPauseMs = 1_000

export type OnceByForm<T> = { readonly value: T; readonly replayed: boolean }

/**
 * `read` reads the value of the first run from the JSON that was stored; it throws for any other. `run` gets an id for
 * its result, as in `once`, or null for a form without a key, which runs each time. The same form with other entries is
 * a separate call. A concurrent call with the same key waits for the first result.
 */
export async function onceByForm<T, F>(
  deps: SpendDeps,
  { caller, formKey, asked, signal }: SentForm,
  read: (stored: unknown) => T,
  run: (runId: string | null) => Promise<Result<T, F>>,
): Promise<Result<OnceByForm<T>, F | IdempotencyFailure>> {
  if (formKey === '') {
    const made = await run(null)
    return made.ok ? ok({ value: made.value, replayed: false }) : made
  }
  const key = await sha256Hex(JSON.stringify([formKey, asked]))
  const call = { accountId: caller.accountId, key, request: async () => asked }
  let waitedMs = 0
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const made = await once(deps, call, run)
    if (made.ok) {
      const { value } = made
      const first = value.replayed ? read(value.stored) : value.value
      return ok({ value: first, replayed: value.replayed })
    }
    if (!isRunning(made.failure) || signal.aborted || waitedMs >= maxWaitMs) return made
    await sleep(pauseMs)
    waitedMs += pauseMs
  }
}

const isRunning = (failure: unknown): boolean =>
  typeof failure === 'object' &&
  failure !== null &&
  'kind' in failure &&
  failure.kind === 'idempotency_key_running'
