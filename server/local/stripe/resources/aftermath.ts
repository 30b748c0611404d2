// Delayed effects of a request, on objects that called `world.later`.
import type Stripe from 'stripe'
import { need, type World } from '../core/world.ts'
import { openDispute } from './dispute-states.ts'
import { continueDispute } from './disputes.ts'
import { warnOfFraud } from './early-fraud-warnings.ts'
import { testCardOf } from './payment-methods.ts'
import { continueRefund } from './refunds.ts'

/** Takes the object's next step. */
export function continueObject(world: World, id: string): void {
  const object = world.store.readAny(id)
  if (object?.object === 'charge') continueCharge(world, object)
  if (object?.object === 'refund') continueRefund(world, object)
  if (object?.object === 'dispute') continueDispute(world, object)
}

/** Applies the bank's reaction to a payment by certain test cards. */
function continueCharge(world: World, charge: Stripe.Charge): void {
  if (typeof charge.payment_intent !== 'string') return
  const payment = charge.payment_intent
  const { report } = testCardOf(world, need(world, 'payment_method', charge.payment_method ?? ''))
  if (report === 'early_fraud_warning') warnOfFraud(world, payment, 'made_with_stolen_card')
  if (report === 'inquiry') openDispute(world, { payment, inquiry: true })
  if (report === 'product_not_received') openDispute(world, { payment, reason: report })
  if (report === 'fraudulent' || report === 'fraudulent_twice') openDispute(world, { payment })
  if (report === 'fraudulent_twice') openDispute(world, { payment })
}
