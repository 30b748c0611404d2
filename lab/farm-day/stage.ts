// The service of a day: the real one on PostgreSQL with virtual time. Replaced are the card processor, by the
// stand-in, the slicer, the rate counters, and the cache of the farm's load.

import type pg from 'pg'
import { createFarmLoad } from '../../server/db/farm/load/read-load.ts'
import { noMeter } from '../../server/domain/base/metrics/meter.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { replaceDeps } from '../../testing/service/replace-deps.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { createTestAccount, type TestAccount } from '../../testing/service/test-accounts.ts'
import type { Dice } from '../lib/dice.ts'
import { seededIds } from '../simulation/hosts.ts'
import { baseUrl, openServiceOn, openVirtualDatabase } from '../simulation/open-service.ts'
import { openProcessor } from '../simulation/processor.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import { createFakeSlicer } from './slicer.ts'

export type Stage = {
  readonly deps: Deps
  readonly pool: pg.Pool
  readonly time: VirtualTime
  readonly handle: (request: Request) => Promise<Response>
  readonly customers: readonly TestAccount[]
  /** Signs the operator in; returns the cookie of the session. */
  readonly signIn: () => Promise<string>
  readonly close: () => Promise<void>
}

export const operator = 'operator@example.com'
/** As lab/simulation/open-service.ts configures it. */
export const internalKey = 'an-internal-key-for-tests'

const customerCount = 12
const password = 'a password for the lab'

type StageOptions = {
  /** Settings of the service in addition to the stage's own. */
  readonly env: Readonly<Record<string, string>>
  /** Called with the errors that the service logs. */
  readonly onError: (event: string, facts: unknown) => void
}

export async function openStage(dice: Dice, { env, onError }: StageOptions): Promise<Stage> {
  const { database, time } = await openVirtualDatabase()
  const processor = await openProcessor(time)
  const ids = seededIds()
  const { service, close } = await openServiceOn(database, {
    name: 'farm-day',
    env: { OPERATOR_EMAILS: operator, ...env },
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
    signIn: async () => {
      await service.createUser({ email: operator, password })
      const request = jsonPost({ email: operator, password }, { origin: baseUrl })
      const response = await app.handle(new Request(`${baseUrl}/api/auth/sign-in/email`, request))
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      if (!response.ok) throw new Error(`signing in failed: ${await response.text()}`)
      return cookies.join('; ')
    },
    close: async () => {
      await close()
      await processor.close()
    },
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {} }
