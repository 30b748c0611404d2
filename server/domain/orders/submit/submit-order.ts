// Submits a print order: an Idempotency-Key is claimed, the request is checked (check-submit.ts) and the order placed
// (place-order.ts). A repeat under the same key gets the first response that was final (decisions.md 63).

import type { AccountCaller } from '../../base/caller.ts'
import { isDatabaseUnreachable } from '../../base/database-unreachable.ts'
import { sha256Hex } from '../../base/hash.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { adjustmentsOf } from '../../catalog/adjustments.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import { checkIdempotencyKey, claimLeaseSeconds } from '../../idempotency/key.ts'
import type { KeyClaim } from '../../idempotency/ports.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { chargeStandingOf } from '../charge/charge-standing.ts'
import { payabilityOf } from '../charge/payable.ts'
import { completeCharge } from '../charge/repeat-charge.ts'
import type { ResumeDeps, SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { type OrderSubject, requestSubject } from '../identity.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'
import { paymentOfResponse, type SubmitResponse } from '../submit-response.ts'
import { checkSubmit, type SubmitForm } from './check-submit.ts'
import { checkFieldNames } from './field-names.ts'
import { keyOfOrder } from './order-key.ts'
import { placeOrder, submitResponseOf } from './place-order.ts'

export type SubmitInput = SubmitForm & { readonly idempotencyKey: string | null }

export type SubmittedOrder = { readonly response: SubmitResponse; readonly replayed: boolean }

type SubmitResult<T> = Result<T, OrderFailure | IdempotencyFailure | LimitFailure>

type Claim = Omit<KeyClaim, 'leaseSeconds'>

export async function submitOrder(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
): Promise<SubmitResult<SubmittedOrder>> {
  const key = input.idempotencyKey
  if (key === null) {
    const placed = await tryToPlace(deps, caller, input, null)
    return placed.ok || placed.failure.kind !== 'order_unconfirmed'
      ? firstResponse(placed)
      : fail({ ...placed.failure, withoutKey: true })
  }
  const checked = checkIdempotencyKey(key)
  if (!checked.ok) return checked
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
  const retryAfterSeconds = claimed.kind === 'running' ? claimed.retryAfterSeconds : 1
  return fail({ kind: 'idempotency_key_running', retryAfterSeconds })
}

/** Whether the response stays true: nothing about the charge, or about a payment of the order, is open. */
function isFinal(response: SubmitResponse): boolean {
  const order = { status: response.status, payment: paymentOfResponse(response) }
  return chargeStandingOf(order) !== 'settling' && payabilityOf(order) !== 'payment_pending'
}

async function placeUnderKey(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  claim: Claim,
): Promise<SubmitResult<SubmittedOrder>> {
  const { accountId, key, requestHash } = claim
  const stopRenewing = deps.idempotencyKeys.keepAlive(claim)
  try {
    const subject = requestSubject(accountId, key, requestHash)
    const placed = await tryToPlace(deps, caller, input, subject)
    await endClaim(deps, claim, placed)
    return firstResponse(placed)
  } finally {
    stopRenewing()
  }
}

/** A failure here changes nothing for the caller: a retry finds the order, or waits until the claim expires. */
async function endClaim(
  { idempotencyKeys, log }: Pick<OrderDeps, 'idempotencyKeys' | 'log'>,
  claim: Claim,
  placed: SubmitResult<SubmitResponse>,
): Promise<void> {
  try {
    if (placed.ok && isFinal(placed.value)) {
      await idempotencyKeys.save(claim, placed.value)
    } else if (placed.ok) {
      await idempotencyKeys.endRun(claim)
    } else if (placed.failure.kind !== 'order_unconfirmed') {
      // The claim stays where an order may exist.
      await idempotencyKeys.release(claim)
    }
  } catch (error) {
    log.warn('order.claim_not_ended', { error })
  }
}

/**
 * The response for an order that an earlier, interrupted request with this key placed; a charge that may not have been sent is made now.
 * Null when there is no order, or when the earlier request is still running and has not finished its charge.
 */
async function resume(
  deps: ResumeDeps,
  input: SubmitInput,
  { claim, held }: { readonly claim: Claim; readonly held: 'claimed' | 'running' | 'completed' },
): Promise<SubmittedOrder | null> {
  const { accountId, key } = claim
  const living = await deps.orders.readByLivingKey(accountId, keyOfOrder(key))
  if (living === null) return null
  if (held === 'running' && living.payment.chargeState === 'started') return null
  const order = held === 'claimed' ? await completeUnderKey(deps, living, claim) : living
  const names = checkFieldNames(input)
  const response = withRemarks(await submitResponseOf(deps, order), {
    adjusted: adjustmentsOf(input.fields, order.options),
    ignored: names.ok ? names.value : [],
  })
  await endClaim(deps, claim, ok(response))
  return { response, replayed: true }
}

/** A failure leaves the charge to the reconciler: the response says what is known. */
async function completeUnderKey(deps: ResumeDeps, order: Order, claim: Claim): Promise<Order> {
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

const firstResponse = (placed: SubmitResult<SubmitResponse>): SubmitResult<SubmittedOrder> =>
  placed.ok ? ok({ response: placed.value, replayed: false }) : placed

type Remarks = Partial<Pick<SubmitResponse, 'adjusted' | 'ignored' | 'volumeNotes'>>

const withRemarks = (response: SubmitResponse, remarks: Remarks): SubmitResponse => ({
  ...response,
  ...Object.fromEntries(Object.entries(remarks).filter(([, list]) => list.length > 0)),
})

/** An exception means that nothing was charged: from the first write of the order on, every failure is a value. */
async function tryToPlace(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<SubmitResult<SubmitResponse>> {
  try {
    return await checkAndPlace(deps, caller, input, subject)
  } catch (error) {
    deps.log.error('order.submit_failed', { accountId: caller.accountId, error })
    return fail({ kind: 'order_not_written', transient: isDatabaseUnreachable(error) })
  }
}

async function checkAndPlace(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<SubmitResult<SubmitResponse>> {
  const checked = await checkSubmit(deps, caller, input)
  if (!checked.ok) return checked
  const { adjusted, ignored, volumeNotes, ...order } = checked.value
  const { idempotencyKey: key } = input
  const placed = await placeOrder(deps, caller, {
    ...order,
    idempotencyKey: key === null ? null : keyOfOrder(key),
    subject,
    source: 'rest',
  })
  return placed.ok ? ok(withRemarks(placed.value, { adjusted, ignored, volumeNotes })) : placed
}

/**
 * Equal fields and equal bytes make an equal request, whatever `maxTotal` and `dryRun` are, which are not part of what is
 * ordered. The format must never change: order ids are derived from it, and another hash of the same request would be charged
 * again after a loss of rows.
 */
async function hashRequest({ fields, file, repeated, otherFiles }: SubmitInput): Promise<string> {
  const ordered = [...fields].filter(([name]) => name !== 'maxTotal' && name !== 'dryRun')
  const sorted = ordered.sort(([a], [b]) => (a < b ? -1 : 1))
  const facts = [sorted, file === null ? null : [file.fileName, file.sha256]]
  const more =
    [...repeated, ...otherFiles].length === 0 ? [] : [[...repeated].sort(), [...otherFiles].sort()]
  return await sha256Hex(JSON.stringify([...facts, ...more]))
}
