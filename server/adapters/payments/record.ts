// Stripe's record of an order's payments, which settles an unconfirmed charge. It is read from the list endpoints, which show a payment as
// soon as it exists. Stripe's search lags by up to a minute and would give wrong results here.

import type Stripe from 'stripe'
import type { CustomerId } from '../../domain/base/ids/customer-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import { type ProcessorPayment, ProcessorUnavailable } from '../../domain/payments/ports.ts'
import { isMissing, type Reach } from './client.ts'
import { declineReason, stoppedReason } from './decline-reason.ts'
import { orderIdIn } from './order-reference.ts'

export const pageSize = 100
/** 20,000 payments. An incomplete list would mean "never paid", so beyond this limit the result is "unavailable". */
const maxPages = 200
/** Allowance, because Stripe's timestamps come from its clock. */
const clockSkewSeconds = 300

/** Filter of a list by the time of creation. */
export const createdSince = (since: Date) => ({
  created: { gte: Math.floor(since.getTime() / 1000) - clockSkewSeconds },
})

type OrderKey = {
  readonly orderCode: string
  /** Undefined means that payments are matched only by the code. */
  readonly orderId?: OrderId | undefined
}

type Question = OrderKey & {
  readonly customerId: CustomerId | null
  readonly since: Date
  readonly until?: Date | undefined
}

type OrdersOfCustomer = {
  readonly orders: readonly { readonly orderId: OrderId; readonly orderCode: string }[]
  readonly customerId: CustomerId
  readonly since: Date
}

/** Calls for an order whose customer has few payments: one page of each list. */
export const callsOfSearch = 2

/**
 * Returns every payment of the order, newest first: its payment intents, and those of its completed checkouts. Throws `CustomerMissing`.
 */
export async function findPayments(
  stripe: Stripe,
  question: Question,
  ask: Reach,
): Promise<readonly ProcessorPayment[]> {
  const payments = await findByOrder(stripe, { ...question, orders: [question] }, ask)
  return payments.get(question) ?? []
}

/** Returns the payments of several orders of one customer from one listing, by order id. */
export async function findPaymentsOfOrders(
  stripe: Stripe,
  question: OrdersOfCustomer,
  ask: Reach,
): Promise<ReadonlyMap<string, readonly ProcessorPayment[]>> {
  const records = await findByOrder(stripe, question, ask)
  return new Map([...records].map(([{ orderId }, payments]) => [orderId, payments]))
}

async function findByOrder<Order extends OrderKey>(
  stripe: Stripe,
  {
    orders,
    customerId,
    since,
    until,
  }: Pick<Question, 'customerId' | 'since' | 'until'> & { readonly orders: readonly Order[] },
  ask: Reach,
): Promise<ReadonlyMap<Order, readonly ProcessorPayment[]>> {
  const filter = {
    limit: pageSize,
    created: {
      ...createdSince(since).created,
      ...(until !== undefined && { lte: Math.ceil(until.getTime() / 1000) + clockSkewSeconds }),
    },
    ...(customerId === null ? {} : { customer: customerId }),
  }
  const byOrder = new Map<Order, Map<string, Stripe.PaymentIntent>>()
  const add = (order: Order, intent: Stripe.PaymentIntent) =>
    byOrder.set(order, (byOrder.get(order) ?? new Map()).set(intent.id, intent))
  await forEach(ask, 'list payments', filter, {
    page: (params) => stripe.paymentIntents.list({ ...params, expand: ['data.latest_charge'] }),
    item: (intent) => {
      for (const order of orders) if (isOfOrder(intent.metadata, order)) add(order, intent)
    },
  })
  await forEach(ask, 'list checkouts', filter, {
    page: (params) =>
      stripe.checkout.sessions.list({
        ...params,
        status: 'complete',
        expand: ['data.payment_intent.latest_charge'],
      }),
    item: (session) => {
      const intent = session.payment_intent
      if (intent === null || typeof intent === 'string') return
      for (const order of orders) if (isCheckoutOf(session, order)) add(order, intent)
    },
  })
  return new Map([...byOrder].map(([order, intents]) => [order, newestFirst(intents.values())]))
}

const newestFirst = (intents: Iterable<Stripe.PaymentIntent>): readonly ProcessorPayment[] =>
  [...intents].sort((a, b) => b.created - a.created).map(paymentOf)

function isCheckoutOf(session: Stripe.Checkout.Session, order: OrderKey): boolean {
  const isNamed = session.client_reference_id === order.orderCode
  return isOfOrder(session.metadata, order) || (isNamed && orderIdIn(session.metadata) === null)
}

/** Returns the current state of one payment, or null when Stripe has none with this id. */
export async function readPayment(
  stripe: Stripe,
  paymentId: PaymentId,
  ask: Reach,
): Promise<ProcessorPayment | null> {
  try {
    const intent = await ask('read a payment', 'payment_intent', () =>
      stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
    )
    return paymentOf(intent)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Compares ids if both sides have one: after a loss of rows, an order may have another code, or its code may belong to another order. */
function isOfOrder(metadata: Stripe.Metadata | null, order: OrderKey): boolean {
  const orderId = orderIdIn(metadata)
  return orderId !== null && order.orderId !== undefined
    ? orderId === order.orderId
    : metadata?.['order_code'] === order.orderCode
}

export function paymentOf(intent: Stripe.PaymentIntent): ProcessorPayment {
  const status = statusOf(intent)
  return {
    paymentId: paymentIdOf(intent.id),
    status,
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    reason: status === 'failed' ? failureOf(intent) : null,
    createdAt: new Date(intent.created * 1000),
  }
}

function statusOf(intent: Stripe.PaymentIntent): ProcessorPayment['status'] {
  switch (intent.status) {
    case 'succeeded':
      return isGivenBack(intent) ? 'failed' : 'succeeded'
    case 'processing':
    case 'requires_capture':
    // Created and confirmed in one call. While it is unconfirmed, the processor is still working on it.
    case 'requires_confirmation':
      return 'processing'
    default:
      return 'failed'
  }
}

function failureOf(intent: Stripe.PaymentIntent): string {
  if (isGivenBack(intent)) return stoppedReason('refunded')
  return intent.last_payment_error === null
    ? stoppedReason(intent.status)
    : declineReason(intent.last_payment_error)
}

/** Whether the payment was fully refunded. Such a payment pays for nothing, although its intent stays `succeeded`. */
const isGivenBack = (intent: Stripe.PaymentIntent): boolean =>
  intent.latest_charge !== null &&
  typeof intent.latest_charge !== 'string' &&
  intent.latest_charge.refunded

type Filter = { limit: number; created: { gte: number; lte?: number }; customer?: string }

async function forEach<T extends { id: string }>(
  ask: Reach,
  what: string,
  filter: Filter,
  list: {
    page: (params: Filter & { starting_after?: string }) => Promise<Stripe.ApiList<T>>
    item: (item: T) => void
  },
): Promise<void> {
  let after: { starting_after?: string } = {}
  for (let page = 0; page < maxPages; page += 1) {
    const items = await pageOf(ask, what, () => list.page({ ...filter, ...after }))
    for (const item of items.data) list.item(item)
    const last = items.data.at(-1)
    if (!items.has_more || last === undefined) return
    after = { starting_after: last.id }
  }
  throw new ProcessorUnavailable(`Stripe has more payments than can be searched to ${what}.`)
}

async function pageOf<T>(
  ask: Reach,
  what: string,
  call: () => Promise<Stripe.ApiList<T>>,
): Promise<Stripe.ApiList<T>> {
  const response = await ask(what, 'list', call)
  if (!Array.isArray(response.data)) {
    throw new ProcessorUnavailable('Stripe sent a list without data.')
  }
  return response
}
