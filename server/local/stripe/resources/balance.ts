// /v1/balance and /v1/balance_transactions
import type Stripe from 'stripe'
import * as v from 'valibot'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { balanceOf, statusNow } from '../core/ledger.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, oneOf, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, ok, type World } from '../core/world.ts'

export function readBalance(world: World, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const { available, pending } = balanceOf(world)
  const balance: Stripe.Balance = {
    object: 'balance',
    available: [amountOf(available)],
    livemode: false,
    pending: [amountOf(pending)],
  }
  return ok(expandPaths(world, balance, params.expand))
}

const amountOf = (amount: number) => ({
  amount,
  currency: 'usd',
  source_types: { card: amount },
})

export function readBalanceTransaction(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const transaction = statusNow(world, need(world, 'balance_transaction', id))
  return ok(expandPaths(world, transaction, params.expand))
}

const listParams = v.strictObject({
  ...listing,
  currency: v.optional(oneOf(['usd'])),
  payout: v.optional(text),
  source: v.optional(text),
  type: v.optional(text),
})

export function listBalanceTransactions(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  if (params.payout !== undefined) need(world, 'payout', params.payout, 'payout')
  return listPage(
    world,
    'balance_transaction',
    {
      url: '/v1/balance_transactions',
      params,
      where: { payout: params.payout, source: params.source, type: params.type },
    },
    (transaction) => statusNow(world, transaction),
  )
}
