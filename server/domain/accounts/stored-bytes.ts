// How many bytes visitors and accounts without a card may have stored. Accounts with a card have no such limit for what they send, and the
// same one for what the service makes of it without a charge: a request of a few bytes may store a hundred megabytes.

import type { AccountCaller, Caller } from '../base/caller.ts'
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
  if (caller.kind === 'anonymous') return await count(deps, 'visitor-bytes', caller.address, bytes)
  return (await hasCard(deps, caller))
    ? ok(undefined)
    : await count(deps, 'account-bytes', caller.email, bytes)
}

/** Files that the service makes of stored ones: changed models, and models at another size. */
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
