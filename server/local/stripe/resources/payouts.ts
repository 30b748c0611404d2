// /v1/payouts, and the automatic payouts that a test triggers.
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { addToPayout, balanceOf, makeAvailable, record } from '../core/ledger.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, oneOf, parseParams } from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'

/**
 * Pays out everything available, and with `pending` also what is not available yet. The payout is paid immediately. Throws an ApiError
 * when there is nothing to pay out.
 */
export function payOut(world: World, { pending = false }: { pending?: boolean }): Stripe.Payout {
  if (pending) makeAvailable(world)
  const amount = balanceOf(world).available
  if (amount <= 0) throw invalidRequest('There is nothing to pay out.')
  const id = newId('po')
  const movement = record(world, {
    type: 'payout',
    amount: -amount,
    source: id,
    description: 'STRIPE PAYOUT',
  })
  addToPayout(world, id)
  const sent = payoutOf(world, id, amount, movement.id)
  world.store.insert(sent)
  world.emit('payout.created', sent)
  const paid: Stripe.Payout = { ...sent, status: 'paid' }
  world.store.save(paid)
  world.emit('payout.paid', paid)
  world.emit('payout.reconciliation_completed', paid)
  return paid
}

const payoutOf = (
  world: World,
  id: string,
  amount: number,
  transaction: string,
): Stripe.Payout => ({
  id,
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: world.now(),
  automatic: true,
  balance_transaction: transaction,
  created: world.now(),
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: 'ba_standin',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: null,
  type: 'bank_account',
})

/**
 * Returns a payout, as the bank: its amount is in the balance again, for the next payout. Throws an ApiError when it was already returned.
 */
export function failPayout(world: World, id: string, failureCode: string): Stripe.Payout {
  const payout = need(world, 'payout', id)
  if (payout.status !== 'paid') throw invalidRequest(`This payout is ${payout.status}.`)
  const movement = record(world, {
    type: 'payout_failure',
    category: 'payout_reversal',
    amount: payout.amount,
    source: id,
    description: 'PAYOUT FAILURE',
  })
  const failed: Stripe.Payout = {
    ...payout,
    status: 'failed',
    failure_balance_transaction: movement.id,
    failure_code: failureCode,
    failure_message: `The bank returned the payout (${failureCode}).`,
  }
  world.store.save(failed)
  world.emit('payout.failed', failed)
  return failed
}

export function readPayout(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'payout', id), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  status: v.optional(oneOf(['pending', 'in_transit', 'paid', 'failed', 'canceled'])),
})

export function listPayouts(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'payout', {
    url: '/v1/payouts',
    params,
    where: { status: params.status },
  })
}
