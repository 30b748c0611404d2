// Wraps ports to count the calls through them. The wrapped areas are not aware of it.

import type { Meter } from '../../domain/base/metrics/meter.ts'
import type { LabelsOf } from '../../domain/base/metrics/metric-catalog.ts'
import type { Mailer } from '../../domain/base/ports.ts'
import type { RateCounters, RateLimitResult } from '../../domain/limits/ports.ts'
import type { ObjectStore } from '../../domain/models/ports.ts'
import type { Slicer } from '../../domain/slicing/ports.ts'
import type { Deps } from '../deps.ts'
import { meteredEngines, meteredGenerations } from './metered-generation.ts'
import {
  meteredCartOrders,
  meteredOrders,
  meteredPayments,
  meteredQuotes,
} from './metered-orders.ts'

/** Returns the same dependencies with counters. */
export function meteredPorts(deps: Deps): Deps {
  const { meter } = deps
  return {
    ...deps,
    payments: meteredPayments(deps.payments, meter),
    orders: meteredOrders(deps.orders, meter),
    cartOrders: meteredCartOrders(deps.cartOrders, meter),
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
    const stored = await read(key)
    meter.count('cache_requests_total', { cache, outcome: stored === null ? 'miss' : 'hit' })
    return stored
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

function meteredLimits(counters: RateCounters, meter: Meter): RateCounters {
  return {
    consume: (scope, ...rest) => {
      const counted = (decision: RateLimitResult): RateLimitResult => {
        if (!decision.allowed) meter.count('rate_limit_refusals_total', { scope })
        return decision
      }
      const result = counters.consume(scope, ...rest)
      return result instanceof Promise ? result.then(counted) : counted(result)
    },
  }
}
