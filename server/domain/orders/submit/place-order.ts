// Places a priced order: writes it, charges the saved card (insert-and-charge.ts) and responds.

import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { terms } from '../../catalog/terms.ts'
import type { PlaceDeps, SubmitResponseDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { SubmitResponse } from '../record/submit-response.ts'
import { insertAndCharge, type OrderToPlace } from './insert-and-charge.ts'
import { refuseOverLimit } from './refuse-over-limit.ts'
import { submitResponseOf } from './respond.ts'

/** Places an order and charges it. Returns the existing order if the Idempotency-Key already has one. */
export async function placeOrder(
  deps: PlaceDeps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
): Promise<Result<SubmitResponse, OrderFailure>> {
  const placed = await insertAndCharge(deps, caller, toPlace, deps.orders.insert, terms())
  if (placed.kind === 'placed') return ok(placed.response)
  if (placed.kind === 'failed') return fail(placed.failure)
  if (placed.outcome.kind === 'over_limit') {
    return fail(await refuseOverLimit(deps, caller, toPlace.price.totalCents))
  }
  return await readResponseForKey(deps, caller, toPlace.idempotencyKey)
}

async function readResponseForKey(
  deps: SubmitResponseDeps,
  caller: AccountCaller,
  key: string | null,
): Promise<Result<SubmitResponse, OrderFailure>> {
  try {
    const earlier =
      key === null ? null : await deps.orders.readByUnexpiredKey(caller.accountId, key)
    if (earlier !== null) return ok(await submitResponseOf(deps, earlier))
    const error = new Error('the order that holds the idempotency key is gone')
    deps.log.error('order.unconfirmed', { error })
  } catch (error) {
    deps.log.error('order.unconfirmed', { error })
  }
  return fail({ kind: 'order_unconfirmed', code: null })
}
