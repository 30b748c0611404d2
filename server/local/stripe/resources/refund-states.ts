// The course of a refund after its creation: it reaches the customer, or its money returns to the balance.
import type Stripe from 'stripe'
import { invalidRequest } from '../core/errors.ts'
import { record } from '../core/ledger.ts'
import { need, type World } from '../core/world.ts'

export const refundEnds = ['succeeded', 'failed', 'canceled'] as const
export type RefundEnd = (typeof refundEnds)[number]

/** Returns the refund with its amount taken from the balance. */
export function takeFromBalance(world: World, refund: Stripe.Refund): Stripe.Refund {
  const { id } = record(world, {
    type: 'refund',
    amount: -refund.amount,
    source: refund.id,
    description: 'REFUND FOR PAYMENT',
  })
  return { ...refund, balance_transaction: id }
}

/**
 * Ends a pending refund, or fails a refund that had succeeded. The amount of a failed or canceled refund returns to the balance and to the
 * refundable amount of the charge. Throws an ApiError when the refund is final.
 */
export function moveRefund(
  world: World,
  refund: Stripe.Refund,
  to: RefundEnd,
  failureReason = 'expired_or_canceled_card',
): Stripe.Refund {
  const open = refund.status === 'pending' || refund.status === 'requires_action'
  if (!open && !(refund.status === 'succeeded' && to === 'failed')) {
    throw invalidRequest(`This refund is ${refund.status} and cannot become ${to}.`)
  }
  const { pending_reason: _over, ...rest } = refund
  const moved: Stripe.Refund =
    to === 'succeeded' ? succeed(world, rest) : giveBack(world, rest, to, failureReason)
  world.store.save(moved)
  world.emit('refund.updated', moved)
  world.emit('charge.refund.updated', moved)
  if (to === 'failed') world.emit('refund.failed', moved)
  return moved
}

function succeed(world: World, refund: Stripe.Refund): Stripe.Refund {
  const paid = refund.balance_transaction === null ? takeFromBalance(world, refund) : refund
  return { ...paid, status: 'succeeded' }
}

function giveBack(
  world: World,
  refund: Stripe.Refund,
  status: 'failed' | 'canceled',
  failureReason: string,
): Stripe.Refund {
  if (typeof refund.charge !== 'string') throw new Error(`${refund.id} has no charge.`)
  const charge = need(world, 'charge', refund.charge)
  world.store.save({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  const returned: Stripe.Refund = {
    ...refund,
    status,
    ...(status === 'failed' ? { failure_reason: failureReason } : {}),
  }
  if (refund.balance_transaction === null) return returned
  const { id } = record(world, {
    type: 'refund_failure',
    amount: refund.amount,
    source: refund.id,
    description: 'REFUND FAILURE',
  })
  return { ...returned, failure_balance_transaction: id }
}
