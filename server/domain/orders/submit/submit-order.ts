// Submits a print order. Without an Idempotency-Key each request places an order; under a key, repeats get the first
// final response (submit-under-key.ts).

import type { AccountCaller } from '../../base/caller.ts'
import { fail, type Result } from '../../base/result.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import { checkIdempotencyKey } from '../../idempotency/key.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import type { SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { checkAndPlace, type SubmitInput } from './check-and-place.ts'
import { firstResponse, type SubmittedOrder, submitUnderKey } from './submit-under-key.ts'

export async function submitOrder(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
): Promise<Result<SubmittedOrder, OrderFailure | IdempotencyFailure | LimitFailure>> {
  const key = input.idempotencyKey
  if (key === null) {
    const placed = await checkAndPlace(deps, caller, input, null)
    return placed.ok || placed.failure.kind !== 'order_unconfirmed'
      ? firstResponse(placed)
      : fail({ ...placed.failure, isWithoutKey: true })
  }
  const checked = checkIdempotencyKey(key)
  return checked.ok ? await submitUnderKey(deps, caller, input, key) : checked
}
