// The service of a day: the real one on PostgreSQL with virtual time. Replaced are the card processor, by the
// stand-in, the slicer, the rate counters, and the cache of the farm's load.

import type pg from 'pg'
import { createFarmLoad } from '../../server/db/farm/load/read-load.ts'
import { noMeter } from '../../server/domain/base/metrics/meter.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { replaceDeps } from '../../testing/service/replace-deps.ts'
import { createTestAccount, type TestAccount } from '../../testing/service/test-accounts.ts'
import type { Dice } from '../lib/dice.ts'
import { seededIds } from '../simulation/hosts.ts'
import { openServiceOn, openVirtualDatabase } from '../simulation/open-service.ts'
import { openProcessor } from '../simulation/processor.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import { createFakeSlicer } from './slicer.ts'

export type Stage = {
  readonly deps: Deps
  readonly pool: pg.Pool
  readonly time: VirtualTime
  readonly handle: (request: Request) => Promise<Response>
  readonly customers: readonly TestAccount[]
  readonly close: () => Promise<void>
}

export const operator = 'operator@example.com'
/** As lab/simulation/open-service.ts configures it. */
export const internalKey = 'an-internal-key-for-tests'

const customerCount = 12

/** Opens the stage. `onError`: called with the errors that the service logs. */
export async function openStage(
  dice: Dice,
  onError: (event: string, facts: unknown) => void,
): Promise<Stage> {
  const { database, time } = await openVirtualDatabase()
  const processor = await openProcessor(time)
  const ids = seededIds()
  const { service, close } = await openServiceOn(database, {
    name: 'farm-day',
    env: { OPERATOR_EMAILS: operator },
    clock: time,
    decorate: (wiredDeps) => ({
      ...wiredDeps,
      ids,
      meter: noMeter,
      log: { ...quiet, error: onError },
      rateCounters: { consume: () => ({ allowed: true }) },
      payments: processor.payments,
      slicer: { ...wiredDeps.slicer, readiness: () => 'ready' },
      plateSlicer: createFakeSlicer(wiredDeps, dice),
    }),
  })
  const { deps, app } = service
  // The product caches readings of the load for seconds of real time, which are hours of the day.
  replaceDeps(deps, { farmLoad: createFarmLoad(service.database.db, { cacheMs: 0 }) })
  const accounts = { database: service.database, ids, stripe: processor.call }
  const customers: TestAccount[] = []
  while (customers.length < customerCount) customers.push(await createTestAccount(accounts))
  return {
    deps,
    pool: service.database.pool,
    time,
    handle: async (request) => await app.handle(request),
    customers,
    close: async () => {
      await close()
      await processor.close()
    },
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {} }
