// Makes every call of the adapter to the processor's API, once.

import { randomUUID } from 'node:crypto'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { Payments } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'

const card = { number: '4242 4242 4242 4242' }
const pages = {
  successUrl: 'http://localhost:3000/done?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/back',
}

/** Runs an account that saves a card, is charged, pays and buys on hosted pages, and is refunded. */
export async function driveAdapter(payments: Payments): Promise<void> {
  const customerId = await payments.createCustomer(accountIdOf(randomUUID()), 'buyer@example.com')
  const setup = await payments.openCardSetup({ customerId, ...pages })
  await visitHostedPage(setup.url, card)
  const saved = await payments.readCardSetup(setup.sessionId)
  if (saved === null) throw new Error('The card was not saved.')

  const order = (description: string) => ({
    orderId: orderIdOf(randomUUID()),
    orderCode: 'SVC-JUDGE2',
    amountCents: 1999,
    description,
    customerId,
  })
  const charged = order('PLA, Black, 1 x bracket.stl')
  const charge = await payments.chargeSavedCard({
    ...charged,
    paymentMethodId: saved.paymentMethodId,
  })
  if (charge.kind !== 'succeeded') throw new Error(`The charge is ${charge.kind}.`)

  const byPage = { ...order('PETG, White, 2 x gear.stl'), attempt: '1', ...pages }
  const checkout = await payments.openCheckout(byPage)
  await visitHostedPage(checkout.url ?? '', card)
  const paid = await payments.readCheckout(checkout.sessionId)
  const second = await payments.openCheckout({ ...byPage, attempt: '2', customerId: null })
  await payments.expireCheckout(second.sessionId)
  await payments.openPurchase({
    purchaseId: purchaseIdOf(randomUUID()),
    amountCents: 500,
    description: '10 credits',
    customerId,
    ...pages,
  })

  const since = new Date(Date.now() - 60_000)
  await payments.findPayments('SVC-JUDGE2', customerId, since)
  await payments.findPayments('SVC-JUDGE2', null, since, { orderId: charged.orderId })
  await payments.listMarked({ since, after: null })
  await payments.readPayment(charge.paymentId)
  const refund = { refundId: refundIdOf(randomUUID()), paymentId: charge.paymentId }
  await payments.refundPayment({ ...refund, amountCents: 1000, reason: 'A corner broke off.' })
  await payments.findRefund(refund)
  if (paid.payment?.status !== 'succeeded') throw new Error('The checkout was not paid.')
  await refundFully(payments, paid.payment.paymentId)
}
