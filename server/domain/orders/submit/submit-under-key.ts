// Submits under an Idempotency-Key: claims the key, and places the order only if no earlier request with the key did. A
// repeat gets the first final response (decisions.md 63).

import type { AccountCaller } from '../../base/caller.ts'
import { sha256Hex } from '../../base/hash.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { retryHintSeconds } from '../../base/time/retry-hints.ts'
import { adjustmentsOf } from '../../catalog/adjustments.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import { claimLeaseSeconds } from '../../idempotency/key.ts'
import type { KeyClaim } from '../../idempotency/ports.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { chargeStandingOf } from '../charge/charge-standing.ts'
import { completeCharge } from '../charge/complete-charge.ts'
import { payabilityOf } from '../charge/payable.ts'
import type { ResumeDeps, SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import { requestSubject } from '../record/identity.ts'
import type { Order } from '../record/order.ts'
import { paymentOfResponse, type SubmitResponse } from '../record/submit-response.ts'
import { checkAndPlace, type SubmitInput, withRemarks } from './check-and-place.ts'
import { checkFieldNames } from './field-names.ts'
import { keyOfOrder } from './order-key.ts'
import { submitResponseOf } from './respond.ts'

export type SubmittedOrder = { readonly response: SubmitResponse; readonly replayed: boolean }

type SubmitResult<T> = Result<T, OrderFailure | IdempotencyFailure | LimitFailure>

type KeyRequest = Omit<KeyClaim, 'leaseSeconds'>

/** `key`: a valid Idempotency-Key. */
export async function submitUnderKey(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  key: string,
): Promise<SubmitResult<SubmittedOrder>> {
  const { accountId } = caller
  const requestHash = await hashRequest(input)
  const claim = { accountId, key, requestHash, holder: deps.ids.uuid() }
  const claimed = await deps.idempotencyKeys.claim({ ...claim, leaseSeconds: claimLeaseSeconds })
  if (claimed.kind === 'other_request') return fail({ kind: 'idempotency_key_reused' })
  if (claimed.kind === 'completed' && isFinal(claimed.response)) {
    return ok({ response: claimed.response, replayed: true })
  }
  const earlier = await resume(deps, input, { claim, held: claimed.kind })
  if (earlier !== null) return ok(earlier)
  if (claimed.kind === 'claimed') return await placeUnderKey(deps, caller, input, claim)
  const retryAfterSeconds =
    claimed.kind === 'running' ? claimed.retryAfterSeconds : retryHintSeconds.releasedKey
  return fail({ kind: 'idempotency_key_running', retryAfterSeconds })
}

/** Whether the response is final: neither the charge nor a payment of the order is open. */
function isFinal(response: SubmitResponse): boolean {
  const order = { status: response.status, payment: paymentOfResponse(response) }
  return chargeStandingOf(order) !== 'settling' && payabilityOf(order) !== 'payment_pending'
}

async function placeUnderKey(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  claim: KeyRequest,
): Promise<SubmitResult<SubmittedOrder>> {
  const { accountId, key, requestHash } = claim
  const stopRenewing = deps.idempotencyKeys.keepAlive(claim)
  try {
    const subject = requestSubject(accountId, key, requestHash)
    const placed = await checkAndPlace(deps, caller, input, subject)
    await endClaim(deps, claim, placed)
    return firstResponse(placed)
  } finally {
    stopRenewing()
  }
}

/**
 * Ends the claim. A failure here does not affect the caller: a retry finds the order, or waits until the claim
 * expires.
 */
async function endClaim(
  { idempotencyKeys, log }: Pick<OrderDeps, 'idempotencyKeys' | 'log'>,
  claim: KeyRequest,
  placed: SubmitResult<SubmitResponse>,
): Promise<void> {
  try {
    if (placed.ok && isFinal(placed.value)) {
      await idempotencyKeys.save(claim, placed.value)
    } else if (placed.ok) {
      await idempotencyKeys.endRun(claim)
    } else if (placed.failure.kind !== 'order_unconfirmed') {
      // The claim stays if an order may exist.
      await idempotencyKeys.release(claim)
    }
  } catch (error) {
    log.warn('order.claim_not_ended', { error })
  }
}

/**
 * Returns the response for an order that an earlier, interrupted request with this key placed, and makes a charge that
 * may not have been sent. null if there is no order, or if the earlier request is still running and has not finished
 * its charge.
 */
async function resume(
  deps: ResumeDeps,
  input: SubmitInput,
  {
    claim,
    held,
  }: { readonly claim: KeyRequest; readonly held: 'claimed' | 'running' | 'completed' },
): Promise<SubmittedOrder | null> {
  const { accountId, key } = claim
  const existingOrder = await deps.orders.readByUnexpiredKey(accountId, keyOfOrder(key))
  if (existingOrder === null) return null
  if (held === 'running' && existingOrder.payment.chargeState === 'started') return null
  const order =
    held === 'claimed' ? await completeUnderKey(deps, existingOrder, claim) : existingOrder
  const names = checkFieldNames(input)
  const response = withRemarks(await submitResponseOf(deps, order), {
    adjusted: adjustmentsOf(input.fields, order.options),
    ignored: names.ok ? names.value : [],
  })
  await endClaim(deps, claim, ok(response))
  return { response, replayed: true }
}

/** Completes the charge. After a failure the reconciler completes it, and the response states what is known. */
async function completeUnderKey(deps: ResumeDeps, order: Order, claim: KeyRequest): Promise<Order> {
  if (chargeStandingOf(order) !== 'settling') return order
  const stopRenewing = deps.idempotencyKeys.keepAlive(claim)
  try {
    return await completeCharge(deps, order)
  } catch (error) {
    deps.log.error('order.charge_not_completed', { code: order.code, error })
    return order
  } finally {
    stopRenewing()
  }
}

/** Returns the result of a request that was not a repeat. */
export const firstResponse = <F>(placed: Result<SubmitResponse, F>): Result<SubmittedOrder, F> =>
  placed.ok ? ok({ response: placed.value, replayed: false }) : placed

/**
 * Hashes the request: equal fields and equal bytes are an equal request. Excludes `maxTotal` and `dryRun`, which are
 * not part of the order. The format must never change: order ids are derived from the hash, and a different hash of
 * the same request would be charged again after a loss of rows.
 */
async function hashRequest({ fields, file, repeated, otherFiles }: SubmitInput): Promise<string> {
  const ordered = [...fields].filter(([name]) => name !== 'maxTotal' && name !== 'dryRun')
  const sorted = ordered.sort(([a], [b]) => (a < b ? -1 : 1))
  const facts = [sorted, file === null ? null : [file.fileName, file.sha256]]
  const more =
    [...repeated, ...otherFiles].length === 0 ? [] : [[...repeated].sort(), [...otherFiles].sort()]
  return await sha256Hex(JSON.stringify([...facts, ...more]))
}
