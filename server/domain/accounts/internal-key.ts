// The secret of the farm's printers and workers, sent as x-internal-key.

import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/** Compares digests, so that the duration of the comparison does not depend on the secret. */
export async function checkInternalKey(
  { internalKey, previousInternalKey }: Pick<AccountDeps, 'internalKey' | 'previousInternalKey'>,
  sent: string | null,
): Promise<Result<void, AccountFailure>> {
  const accepted = [internalKey, previousInternalKey].filter((key) => key !== null)
  if (sent === null || accepted.length === 0) return fail({ kind: 'internal_key_required' })
  const digest = await sha256Hex(sent)
  const digests = await Promise.all(accepted.map(sha256Hex))
  return digests.includes(digest) ? ok(undefined) : fail({ kind: 'internal_key_required' })
}
