// Wraps ports so that what passes through them is counted. The areas themselves know nothing of it.

import type { Meter } from '../domain/base/meter.ts'
import type { LabelsOf } from '../domain/base/metric-catalog.ts'
import type { Mailer } from '../domain/base/ports.ts'
import type { EngineName, Engines } from '../domain/generation/engine/engine.ts'
import type { GenerationJobs } from '../domain/generation/run/ports.ts'
import type { RateCounters, RateLimitResult } from '../domain/limits/ports.ts'
import type { ObjectStore } from '../domain/models/ports.ts'
import type { NewOrder } from '../domain/orders/order.ts'
import type { Orders } from '../domain/orders/ports.ts'
import type { Payments } from '../domain/payments/ports.ts'
import type { Quotes } from '../domain/quotes/ports.ts'
import type { Slicer } from '../domain/slicing/ports.ts'
import type { Deps } from './deps.ts'

/** The same dependencies, counted. */
export function meteredPorts(deps: Deps): Deps {
  const { meter } = deps
  return {
    ...deps,
    payments: meteredPayments(deps.payments, meter),
    orders: meteredOrders(deps.orders, meter),
    quotes: meteredQuotes(deps.quotes, meter),
    objects: meteredStore(deps.objects, meter),
    measurements: {
      ...deps.measurements,
      read: meteredCache(deps.measurements.read, 'measurement', meter),
    },
    printEstimates: {
      ...deps.printEstimates,
      read: meteredCache(deps.printEstimates.read, 'estimate', meter),
    },
    slicer: meteredSlicer(deps.slicer, meter),
    engines: meteredEngines(deps.engines, meter),
    generationJobs: meteredGenerations(deps.generationJobs, meter),
    rateCounters: meteredLimits(deps.rateCounters, meter),
  }
}

export function meteredMailer<M extends Mailer>(mailer: M, meter: Meter): M {
  return {
    ...mailer,
    send: async (mail) => {
      try {
        await mailer.send(mail)
      } catch (error) {
        meter.count('mails_total', { outcome: 'failed' })
        throw error
      }
      meter.count('mails_total', { outcome: 'sent' })
    },
  }
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000

/** An earlier charge is settled from the processor's record, like one without a response. */
const chargeOutcomes = {
  succeeded: 'succeeded',
  declined: 'declined',
  unknown: 'unknown',
  earlier_charge: 'unknown',
  rate_limited: 'deferred',
} as const

function meteredPayments(payments: Payments, meter: Meter): Payments {
  return {
    ...payments,
    chargeSavedCard: async (request) => {
      const startedAt = performance.now()
      const outcome = await payments.chargeSavedCard(request)
      meter.observe('charge_duration_seconds', {}, secondsSince(startedAt))
      meter.count('charges_total', { outcome: chargeOutcomes[outcome.kind] })
      return outcome
    },
    refundPayment: async (request) => {
      const outcome = await payments.refundPayment(request)
      meter.count('refunds_total', { outcome: outcome.kind })
      return outcome
    },
  }
}

function countPlaced({ source, chargeState }: NewOrder, meter: Meter): void {
  meter.count('orders_placed_total', { source })
  if (chargeState === 'none') meter.count('charges_total', { outcome: 'no_card' })
}

function meteredOrders(orders: Orders, meter: Meter): Orders {
  return {
    ...orders,
    insert: async (order) => {
      const result = await orders.insert(order)
      if (result === 'inserted') countPlaced(order, meter)
      return result
    },
    settleUnpaid: async (orderId, end) => {
      const order = await orders.settleUnpaid(orderId, end)
      if (end.state === 'not_made' && order.chargeState === 'not_made') {
        meter.count('charges_total', { outcome: 'not_made' })
      }
      return order
    },
    markPaid: async (...payment) => {
      const outcome = await orders.markPaid(...payment)
      if (outcome.kind === 'paid') {
        meter.count('order_revenue_cents_total', {}, outcome.order.price.totalCents)
        meter.count('order_status_changes_total', { status: 'RECEIVED' })
      }
      return outcome
    },
    finishPrint: async (code) => {
      const result = await orders.finishPrint(code)
      if (result !== null && 'finished' in result) {
        meter.count('order_status_changes_total', { status: 'PRINTED' })
      }
      return result
    },
  }
}

function meteredQuotes(quotes: Quotes, meter: Meter): Quotes {
  return {
    ...quotes,
    insert: async (quote) => {
      await quotes.insert(quote)
      meter.count('quotes_total', { source: quote.measurement.source })
    },
    spend: async (request, order) => {
      const result = await quotes.spend(request, order)
      if (result === 'inserted') countPlaced(order, meter)
      return result
    },
  }
}

function meteredStore(objects: ObjectStore, meter: Meter): ObjectStore {
  return {
    ...objects,
    putFile: async (key, path, contentType) => {
      const { size } = Bun.file(path)
      await objects.putFile(key, path, contentType)
      meter.count('stored_bytes_total', {}, size)
    },
  }
}

type CacheName = LabelsOf<'cache_requests_total'>['cache']

const meteredCache =
  <Key, Value>(read: (key: Key) => Promise<Value | null>, cache: CacheName, meter: Meter) =>
  async (key: Key): Promise<Value | null> => {
    const found = await read(key)
    meter.count('cache_requests_total', { cache, outcome: found === null ? 'miss' : 'hit' })
    return found
  }

function meteredSlicer(slicer: Slicer, meter: Meter): Slicer {
  return {
    ...slicer,
    slice: async (request) => {
      const result = await slicer.slice(request)
      const outcome = result.cached ? 'hit' : 'miss'
      meter.count('cache_requests_total', { cache: 'slice', outcome })
      return result
    },
  }
}

type EngineCall = LabelsOf<'engine_calls_total'>['call']

/** A call that failed before an engine was chosen counts as `auto`, one of the sample models as `demo`. */
function meteredEngines(engines: Engines, meter: Meter): Engines {
  const timed = async <R extends { readonly kind: string }>(
    call: EngineCall,
    engineOf: (result: R | null) => string,
    run: () => Promise<R>,
  ): Promise<R> => {
    const startedAt = performance.now()
    const finish = (result: R | null) => {
      const engine = engineOf(result)
      const outcome = result === null ? 'error' : (engineOutcomes[result.kind] ?? 'ok')
      meter.count('engine_calls_total', { engine, call, outcome })
      meter.observe('engine_call_duration_seconds', { engine, call }, secondsSince(startedAt))
    }
    try {
      const result = await run()
      finish(result)
      return result
    } catch (error) {
      finish(null)
      throw error
    }
  }
  const named = (engine: EngineName | null) =>
    engines.source === 'demo' ? 'demo' : (engine ?? 'auto')
  return {
    ...engines,
    start: (request, signal) =>
      timed(
        'start',
        (result) => named(result?.kind === 'started' ? result.task.engine : request.engine),
        () => engines.start(request, signal),
      ),
    next: (task, signal) =>
      timed(
        'next',
        () => named(task.engine),
        () => engines.next(task, signal),
      ),
    read: (task, signal) =>
      timed(
        'read',
        () => named(task.engine),
        () => engines.read(task, signal),
      ),
    download: (task, signal, what) =>
      timed(
        'download',
        () => named(task.engine),
        () => engines.download(task, signal, what),
      ),
    retexture: (request, signal) =>
      timed(
        'retexture',
        () => named(request.task.engine),
        () => engines.retexture(request, signal),
      ),
  }
}

const engineOutcomes: Readonly<Record<string, 'failed' | 'refused'>> = {
  failed: 'failed',
  banned: 'refused',
}

function meteredGenerations(jobs: GenerationJobs, meter: Meter): GenerationJobs {
  return {
    ...jobs,
    complete: async (...end) => {
      const isDone = await jobs.complete(...end)
      if (isDone) meter.count('generation_jobs_total', { outcome: 'done' })
      return isDone
    },
    fail: async (id, leaseId, end) => {
      const hasFailed = await jobs.fail(id, leaseId, end)
      if (hasFailed) {
        meter.count('generation_jobs_total', { outcome: 'error' })
        meter.count('generation_errors_total', { reason: end.failure.kind })
      }
      return hasFailed
    },
  }
}

function meteredLimits(counters: RateCounters, meter: Meter): RateCounters {
  return {
    consume: (scope, ...rest) => {
      const counted = (result: RateLimitResult): RateLimitResult => {
        if (!result.allowed) meter.count('rate_limit_refusals_total', { scope })
        return result
      }
      const result = counters.consume(scope, ...rest)
      return result instanceof Promise ? result.then(counted) : counted(result)
    },
  }
}
