// The secret of the farm's machines, sent as x-internal-key.

import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/** Compares digests, so that the time of the comparison does not depend on the secret. */
export async function checkInternalKey(
  { internalKey }: Pick<AccountDeps, 'internalKey'>,
  sent: string | null,
): Promise<Result<void, AccountFailure>> {
  if (internalKey === null || sent === null) return fail({ kind: 'internal_key_required' })
  const equal = (await sha256Hex(sent)) === (await sha256Hex(internalKey))
  return equal ? ok(undefined) : fail({ kind: 'internal_key_required' })
}
