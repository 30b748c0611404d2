// Three hosts on one database: each has a separate clock, memory and gate.
import type { Scheduler } from 'fast-check'
import type { OrderId } from '../../server/domain/base/ids/order-id.ts'
import type { Ids } from '../../server/domain/base/ports.ts'
import {
  type ChargesInFlight,
  createChargesInFlight,
} from '../../server/domain/orders/charges-in-flight.ts'
import type { Order } from '../../server/domain/orders/record/order.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { failingEngines } from './failing-engines.ts'
import { createGate, type Gate } from './gate.ts'
import { type FaultyPayments, type Processor, withFaults } from './processor.ts'
import type { Stage } from './stage.ts'

export type Host = {
  readonly name: string
  readonly deps: Deps
  readonly gate: Gate
  readonly failNextCall: FaultyPayments['failNext']
  /** By the host's clock, in milliseconds. */
  readonly startedAt: number
}

export type HostParts = {
  readonly stage: Pick<Stage, 'deps' | 'calls' | 'time'>
  readonly scheduler: Scheduler
  readonly processor: Processor
  readonly ids: Ids
  readonly name: string
  /** Seconds by which its clock is ahead of the database's. */
  readonly skewSeconds: number
  /** Errors in the log. */
  readonly onError: (event: string, facts: unknown) => void
  /** Accepts a call that reaches the processor after its caller has given up. */
  readonly later: (call: () => Promise<unknown>) => void
}

export function openHost(parts: HostParts): Host {
  const { stage, scheduler, processor, ids, name, skewSeconds, onError, later } = parts
  const { deps } = stage
  const clock = stage.time.skewed(skewSeconds)
  const gate = createGate(scheduler, { host: name, calls: stage.calls })
  const { payments, failNext } = withFaults(processor.payments, later)
  const { guardDatabase } = gate
  const engines = failingEngines(deps.engines)
  const keys = guardDatabase('keys', deps.idempotencyKeys)
  return {
    name,
    gate,
    failNextCall: failNext,
    startedAt: clock.now().getTime(),
    deps: {
      ...deps,
      clock,
      ids,
      log: { ...silent, error: (event, facts) => onError(event, facts) },
      payments: gate.guard('payments', payments),
      chargesInFlight: waitingAt(gate),
      // Nothing is renewed: time passes in leaps, which a stalled process sees as well.
      idempotencyKeys: { ...keys, claim: keys.claim, keepAlive: () => () => undefined },
      accounts: guardDatabase('accounts', deps.accounts),
      orders: guardDatabase('orders', deps.orders),
      orderLines: guardDatabase('lines', deps.orderLines),
      refunds: guardDatabase('refunds', deps.refunds),
      disputes: guardDatabase('disputes', deps.disputes),
      paymentReviews: guardDatabase('reviews', deps.paymentReviews),
      debts: guardDatabase('debts', deps.debts),
      processorEvents: guardDatabase('events', deps.processorEvents),
      unmatchedPayments: guardDatabase('unmatched', deps.unmatchedPayments),
      quotes: guardDatabase('quotes', deps.quotes),
      cartOrders: guardDatabase('cartOrders', deps.cartOrders),
      purchases: guardDatabase('purchases', deps.purchases),
      giftCards: guardDatabase('gift cards', deps.giftCards),
      credits: guardDatabase('credits', deps.credits),
      generationJobs: guardDatabase('jobs', deps.generationJobs),
      printJobs: guardDatabase('print jobs', deps.printJobs),
      orderWork: guardDatabase('order work', deps.orderWork),
      purchaseRefunds: guardDatabase('purchase refunds', deps.purchaseRefunds),
      purchaseDesk: guardDatabase('purchase desk', deps.purchaseDesk),
      engines: { ...engines, start: gate.guard('engines', engines).start },
    },
  }
}

const silent = { debug: () => {}, info: () => {}, warn: () => {} }

/** Returns the same ids in every run: equally old rows are processed in the order of their ids. */
export function seededIds(): Ids {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  const hex = (bytes: number) =>
    Array.from({ length: bytes }, () => (next() >>> 24).toString(16).padStart(2, '0')).join('')
  return {
    secretHex: hex,
    randomInt: (below) => Math.floor((next() / 2 ** 32) * below),
    uuid: () => hex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'),
  }
}

/** The scheduler decides how long an event waits for the host's charge, and so whether the charge has ended by then. */
function waitingAt({ pass }: Gate): ChargesInFlight {
  const { run } = createChargesInFlight()
  const written = new Map<OrderId, Order>()
  return {
    run: async (orderId, charge) => {
      const result = await run(orderId, charge)
      written.set(orderId, result.order)
      return result
    },
    waitFor: async (orderId) => {
      await pass('a moment')
      return written.get(orderId) ?? null
    },
  }
}
