// /v1/radar/early_fraud_warnings: a bank's report that another person used the card, before any dispute.
import type Stripe from 'stripe'
import * as v from 'valibot'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'
import { chargeOfPayment } from './charges.ts'

/** Reports a payment as fraud. `fraudType` uses Stripe's names, for example `made_with_stolen_card`. */
export function warnOfFraud(
  world: World,
  payment: string,
  fraudType: string,
): Stripe.Radar.EarlyFraudWarning {
  const charge = chargeOfPayment(world, payment)
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: world.now(),
    fraud_type: fraudType,
    livemode: false,
    payment_intent: payment,
  }
  world.store.insert(warning)
  world.emit('radar.early_fraud_warning.created', warning)
  return warning
}

/** Closes the warnings of a charge that was disputed or fully refunded, because they need no action. */
export function endWarnings(world: World, chargeId: string): void {
  for (const warning of world.store.all('radar.early_fraud_warning', { charge: chargeId })) {
    if (!warning.actionable) continue
    const ended = { ...warning, actionable: false }
    world.store.save(ended)
    world.emit('radar.early_fraud_warning.updated', ended)
  }
}

export function readWarning(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'radar.early_fraud_warning', id), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  charge: v.optional(text),
  payment_intent: v.optional(text),
})

export function listWarnings(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'radar.early_fraud_warning', {
    url: '/v1/radar/early_fraud_warnings',
    params,
    where: { charge: params.charge, payment_intent: params.payment_intent },
  })
}
