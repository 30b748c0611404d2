// Limits the bytes that visitors and accounts without a card can store. Accounts with a card have no limit on uploads,
// and the same limit on free files that the service makes for them: a request of a few bytes can store a hundred
// megabytes.

import type { AccountCaller, Caller } from '../base/caller.ts'
import { ok, type Result } from '../base/result.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { Accounts } from './ports.ts'

export type StoredBytesDeps = Pick<LimitDeps, 'rateCounters' | 'production' | 'log'> & {
  readonly accounts: Pick<Accounts, 'read'>
}

/** Counters hold numbers up to 2^31, so they use KiB. */
const unitBytes = 1024

/**
 * Counts bytes before they are stored: by client address for visitors, by account for accounts without a saved card. A
 * file that is already stored is counted as well; otherwise its sender would learn that it exists.
 */
export async function admitStoredBytes(
  deps: StoredBytesDeps,
  caller: Caller,
  bytes: number,
): Promise<Result<void, LimitFailure>> {
  if (caller.kind === 'anonymous') return await count(deps, 'visitor-bytes', caller.address, bytes)
  return (await hasCard(deps, caller))
    ? ok(undefined)
    : await count(deps, 'account-bytes', caller.email, bytes)
}

/** Counts files that the service derives from stored ones: changed models, and models at another size. */
export async function admitMadeBytes(
  deps: StoredBytesDeps,
  caller: Caller,
  bytes: number,
): Promise<Result<void, LimitFailure>> {
  const isPaying = caller.kind !== 'anonymous' && (await hasCard(deps, caller))
  return isPaying
    ? await count(deps, 'made-bytes', caller.email, bytes)
    : await admitStoredBytes(deps, caller, bytes)
}

async function hasCard(
  { accounts }: StoredBytesDeps,
  { accountId }: AccountCaller,
): Promise<boolean> {
  const account = await accounts.read(accountId)
  return account !== null && account.card !== null
}

async function count(
  deps: StoredBytesDeps,
  scope: 'visitor-bytes' | 'account-bytes' | 'made-bytes',
  subject: string,
  bytes: number,
): Promise<Result<void, LimitFailure>> {
  const slot = await consumeRateLimit(
    deps,
    scope,
    subject,
    Math.max(1, Math.ceil(bytes / unitBytes)),
  )
  return slot.ok ? ok(undefined) : slot
}
