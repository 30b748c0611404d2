// The card processor of a run: the stand-in behind the product's client, with faults at single calls, its record, its
// events and its hosted pages.
import * as v from 'valibot'
import { usedEventTypes } from '../../server/adapters/payments/events.ts'
import { createStripePayments } from '../../server/adapters/payments/stripe.ts'
import type { Clock } from '../../server/domain/base/ports.ts'
import { type Payments, ProcessorUnavailable } from '../../server/domain/payments/ports.ts'
import type { StripeControl } from '../../server/local/stripe/control.ts'
import { ApiError } from '../../server/local/stripe/core/errors.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { signature } from '../../server/local/stripe/webhooks.ts'
import { stripeCaller } from '../../testing/service/test-accounts.ts'

/**
 * `refused`: nothing was done. `lost`: done, and the response never arrives. `late`: the caller gets a failure, and
 * the call is executed afterwards. `busy`: refused by the rate limit, which a charge distinguishes.
 */
export const processorFaults = ['refused', 'lost', 'late', 'busy'] as const
export type ProcessorFault = (typeof processorFaults)[number]

const secretKey = 'sk_test_simulation'
const webhookSecret = 'whsec_simulation'

const metadata = v.record(v.string(), v.string())
const chargeSchema = v.object({
  id: v.string(),
  payment_intent: v.nullable(v.string()),
  /** The saved card, or the card of a visit to the hosted page. */
  payment_method: v.nullable(v.string()),
  paid: v.boolean(),
  /** Unix seconds. */
  created: v.number(),
  amount_captured: v.number(),
  amount_refunded: v.number(),
  metadata,
})
const refundSchema = v.object({
  id: v.string(),
  payment_intent: v.string(),
  amount: v.number(),
  status: v.string(),
  /** Unix seconds. */
  created: v.number(),
  metadata,
})
const disputeSchema = v.object({
  id: v.string(),
  payment_intent: v.string(),
  status: v.string(),
  /** Changes of the balance: `amount` is below 0 when the bank withdrew it. */
  balance_transactions: v.array(v.object({ amount: v.number(), fee: v.number() })),
})
const eventSchema = v.looseObject({ id: v.string(), type: v.string() })

export type Charge = v.InferOutput<typeof chargeSchema>
export type ProcessorRefund = v.InferOutput<typeof refundSchema>
export type ProcessorDispute = v.InferOutput<typeof disputeSchema>
type Event = v.InferOutput<typeof eventSchema>
export type Delivery = { readonly id: string; readonly rawBody: string; readonly signature: string }

/** Event types that the product handles. */
const meaningful = new Set<string>(usedEventTypes)

export type Processor = Awaited<ReturnType<typeof openProcessor>>

export async function openProcessor(clock: Clock) {
  const standIn = await startStripeStandIn({ secretKey, webhookSecret, clock })
  await standIn.control.webhooks({ mode: 'hold' })
  const { baseUrl } = standIn
  const list = async <Item extends { readonly id: string }>(
    path: string,
    item: v.GenericSchema<unknown, Item>,
  ): Promise<readonly Item[]> => {
    const found: Item[] = []
    for (let hasMore = true; hasMore; ) {
      const after = found.at(-1)
      const page = after === undefined ? '' : `&starting_after=${after.id}`
      const response = await fetch(`${baseUrl}${path}?limit=100${page}`, {
        headers: { authorization: `Bearer ${secretKey}` },
      })
      const { data, has_more } = v.parse(
        v.object({ data: v.array(item), has_more: v.boolean() }),
        await response.json(),
      )
      found.push(...data)
      hasMore = has_more
    }
    return found
  }
  const payments = createStripePayments({
    secretKey,
    marker: 'print-orders@simulation',
    webhookSecret,
    apiBase: baseUrl,
    timeoutMs: 60_000,
    clock,
    // A lost call is a separate fault here.
    maxNetworkRetries: 0,
  })
  let calls = 0
  const counted = (port: Payments): Payments =>
    new Proxy(port, {
      get: (target, key) => {
        if (key !== 'parseEvent') calls += 1
        return Reflect.get(target, key)
      },
    })
  /** The last listing, repeated only after another call. */
  let listed: { readonly calls: number; readonly events: readonly Event[] } | null = null
  const listEvents = async (): Promise<readonly Event[]> => {
    if (listed?.calls !== calls) {
      const events = (await list('/v1/events', eventSchema)).toReversed()
      listed = { calls, events: events.filter(({ type }) => meaningful.has(type)) }
    }
    return listed.events
  }
  return {
    call: stripeCaller(baseUrl, secretKey),
    /** Shared by the hosts: a client stores nothing. */
    payments: counted(payments),
    charges: () => list('/v1/charges', chargeSchema),
    refunds: () => list('/v1/refunds', refundSchema),
    disputes: () => list('/v1/disputes', disputeSchema),
    /** Performs an action of a bank or of a user in the dashboard; returns false when it is impossible. */
    act: async (action: (control: StripeControl) => Promise<unknown>): Promise<boolean> => {
      calls += 1
      try {
        await action(standIn.control)
        return true
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },
    /** Returns the handled events so far, oldest first, each signed now. */
    events: async (): Promise<readonly Delivery[]> => {
      const seconds = Math.floor(clock.now().getTime() / 1000)
      return (await listEvents()).map((event) => {
        const rawBody = JSON.stringify(event)
        return { id: event.id, rawBody, signature: signature(rawBody, webhookSecret, seconds) }
      })
    },
    /** Pays at a hosted page as a visitor. An expired or paid page changes nothing. */
    visit: async (url: string) => {
      calls += 1
      await visitHostedPage(url, { number: '4242 4242 4242 4242' })
    },
    close: standIn.close,
  }
}

export type FaultyPayments = {
  readonly payments: Payments
  /** Fault of the host's next call. */
  readonly failNext: (fault: ProcessorFault | null) => void
}

/** Wraps the client with faults. `later`: stores a call that arrives after its caller has given up. */
export function withFaults(
  payments: Payments,
  later: (call: () => Promise<unknown>) => void,
): FaultyPayments {
  let fault: ProcessorFault | null = null
  /** Returns false when the response of the call is lost. */
  const strike = async <T>(call: () => Promise<T>, lost: (how: ProcessorFault) => T) => {
    const now = fault
    fault = null
    if (now === null) return await call()
    if (now === 'lost') await call().catch(() => undefined)
    if (now === 'late') later(call)
    return lost(now)
  }
  const unreachable = (): never => {
    throw new ProcessorUnavailable('The simulation lost this call.')
  }
  const faulty: Payments = {
    ...payments,
    chargeSavedCard: (...charge) =>
      strike(
        () => payments.chargeSavedCard(...charge),
        (how) => ({ kind: how === 'busy' ? 'rate_limited' : 'unknown' }),
      ),
    refundPayment: (request) =>
      strike(
        () => payments.refundPayment(request),
        () => ({ kind: 'unknown' }),
      ),
    findPayments: (...args) => strike(() => payments.findPayments(...args), unreachable),
    findPaymentsOfOrders: (...args) =>
      strike(() => payments.findPaymentsOfOrders(...args), unreachable),
    readPayment: (id) => strike(() => payments.readPayment(id), unreachable),
    openCheckout: (...args) => strike(() => payments.openCheckout(...args), unreachable),
    openPurchase: (...args) => strike(() => payments.openPurchase(...args), unreachable),
    readCheckout: (...args) => strike(() => payments.readCheckout(...args), unreachable),
    expireCheckout: (id) => strike(() => payments.expireCheckout(id), unreachable),
    createCustomer: (...args) => strike(() => payments.createCustomer(...args), unreachable),
    listMarked: (page) => strike(() => payments.listMarked(page), unreachable),
    findRefund: (request) => strike(() => payments.findRefund(request), unreachable),
    readReturns: (id) => strike(() => payments.readReturns(id), unreachable),
    listReturned: (since) => strike(() => payments.listReturned(since), unreachable),
  }
  return {
    payments: faulty,
    failNext: (next) => {
      fault = next
    },
  }
}
