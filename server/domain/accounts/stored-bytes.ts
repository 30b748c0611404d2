// How many bytes visitors and accounts without a card may have stored. Accounts with a card have no such limit.

import type { Caller } from '../base/caller.ts'
import { ok, type Result } from '../base/result.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { Accounts } from './ports.ts'

export type StoredBytesDeps = Pick<LimitDeps, 'rateCounters' | 'production' | 'log'> & {
  readonly accounts: Pick<Accounts, 'read'>
}

/** Counters hold numbers up to 2^31, so they count KiB. */
const unitBytes = 1024

/**
 * Counts bytes before they are stored: of visitors by client address, and of accounts without a saved card. A file that is stored
 * already counts as well, or its sender would learn that it is.
 */
export async function admitStoredBytes(
  deps: StoredBytesDeps,
  caller: Caller,
  bytes: number,
): Promise<Result<void, LimitFailure>> {
  const units = Math.max(1, Math.ceil(bytes / unitBytes))
  if (caller.kind === 'anonymous') {
    const slot = await consumeRateLimit(deps, 'visitor-bytes', caller.address, units)
    return slot.ok ? ok(undefined) : slot
  }
  const account = await deps.accounts.read(caller.accountId)
  if (account !== null && account.card !== null) return ok(undefined)
  const slot = await consumeRateLimit(deps, 'account-bytes', caller.email, units)
  return slot.ok ? ok(undefined) : slot
}
