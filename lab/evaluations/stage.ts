// The service that the agents buy from: the real service on PostgreSQL with virtual time, and for each story a
// separate account, card processor and set of files. Only the 3D engine, the slicer, the web and the rate counters
// are replaced, under the control of the story's plan.

import type pg from 'pg'
import type { Db } from '../../server/db/core/connect.ts'
import { setSpendingLimits } from '../../server/domain/accounts/spending.ts'
import { noMeter } from '../../server/domain/base/metrics/meter.ts'
import type { LimitScope } from '../../server/domain/limits/table.ts'
import { createChargesInFlight } from '../../server/domain/orders/charges-in-flight.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { HOST, SLICE, standInSlicer } from '../../testing/agent/stand-ins.ts'
import { scriptedEngine, testLanguageModel } from '../../testing/engines/generation.ts'
import { replaceDeps } from '../../testing/service/replace-deps.ts'
import { createTestAccount, type TestAccount } from '../../testing/service/test-accounts.ts'
import { openServiceOn, openVirtualDatabase } from '../simulation/open-service.ts'
import { openProcessor, type Processor, withFaults } from '../simulation/processor.ts'
import { createMoneyTables } from '../simulation/tables.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import { type Accidents, createAccidents } from './accidents.ts'
import { type OtherFile, openFiles } from './files.ts'
import { advance, comeToRest } from './time-passes.ts'

export type Card = 'pays' | 'declined' | 'none'

const cards = { pays: 'pm_card_visa', declined: 'pm_card_chargeCustomerFail', none: null } as const

/** `limited`: the account may charge 5 dollars a day, which is less than any order of a story. */
export type Setting = { readonly card: Card; readonly limited: boolean }

export type Stage = {
  readonly deps: Deps
  readonly db: Db
  readonly pool: pg.Pool
  readonly time: VirtualTime
  readonly handle: (request: Request) => Promise<Response>
  readonly accidents: Accidents
  readonly openWorld: (plan: Setting) => Promise<World>
  readonly close: () => Promise<void>
}

/** State of the stage for one story. */
export type World = {
  readonly stage: Stage
  readonly account: TestAccount
  readonly processor: Processor
  /** Publishes a cube of 60 mm, or another file, under this name, and returns the link. */
  readonly publish: (fileName: string, other?: OtherFile) => string
  /** The fault of the next charge. */
  readonly failNextCharge: ReturnType<typeof withFaults>['failNext']
  /** Refuses the account's calls of the scope for that long. */
  readonly useUp: (scope: LimitScope, seconds: number) => void
  /** Makes slices of the same file heavier, and therefore more expensive, from now on. */
  readonly raisePrices: () => void
  /** Simulates the death of the process: another process serves from now on. */
  readonly restart: () => void
  /** Lets time pass: late calls arrive, hanging calls end, the background worker runs. */
  readonly wait: (seconds: number) => Promise<void>
  /** Accepts a request that arrives when time passes. */
  readonly later: (request: () => Promise<unknown>) => void
  /** Settles everything; returns null, or the part that does not settle. */
  readonly rest: () => Promise<string | null>
  readonly close: () => Promise<void>
}

export async function openStage(): Promise<Stage> {
  const { database, time } = await openVirtualDatabase()
  const { service, isPoolBusy, close } = await openServiceOn(database, {
    name: 'evaluations',
    env: { SLICER_CAGE: 'off' },
    clock: time,
    decorate: (wiredDeps) => ({
      ...wiredDeps,
      meter: noMeter,
      quoteAllowedHosts: [HOST],
      languageModel: testLanguageModel(),
      engines: scriptedEngine(() => wiredDeps.temporaryFiles.path()).engines,
    }),
  })
  const { db, pool } = service.database
  const { deps } = service
  const tables = await createMoneyTables(pool)
  const plain = { ...deps }
  const stage: Stage = {
    deps,
    db,
    pool,
    time,
    accidents: createAccidents(isPoolBusy),
    handle: async (request) => await service.app.handle(request),
    openWorld: async (setting) => {
      await time.reset()
      await tables.clear()
      replaceDeps(deps, plain)
      return await openWorld(stage, plain, setting)
    },
    close: async () => {
      stage.accidents.close()
      await close()
    },
  }
  return stage
}

/** `plain` has the original dependencies. */
async function openWorld(stage: Stage, plain: Deps, { card, limited }: Setting): Promise<World> {
  const { deps, db, pool, time, accidents } = stage
  const processor = await openProcessor(time)
  const late: (() => Promise<unknown>)[] = []
  const later = (call: () => Promise<unknown>) => void late.push(call)
  const { payments, failNext } = withFaults(processor.payments, later)
  const files = openFiles(deps)
  const { slicer } = standInSlicer()
  const usedUp = new Map<string, number>()
  const restart = () => {
    const { guard } = accidents
    replaceDeps(deps, {
      payments: guard(payments, 'processor'),
      // No request waits for the charge of another one.
      chargesInFlight: { ...createChargesInFlight(), waitFor: async () => null },
      accounts: guard(plain.accounts, 'database'),
      orders: guard(plain.orders, 'database'),
      quotes: guard(plain.quotes, 'database'),
      credits: guard(plain.credits, 'database'),
      generationJobs: guard(plain.generationJobs, 'database'),
    })
  }
  const waiting = { stage, processor, late, delivered: new Set<string>() }
  replaceDeps(deps, {
    downloads: files.downloads,
    slicer,
    rateCounters: {
      consume: (scope: string) => {
        const seconds = ((usedUp.get(scope) ?? 0) - time.now().getTime()) / 1000
        return seconds > 0
          ? { allowed: false, retryAfterSeconds: Math.ceil(seconds) }
          : { allowed: true }
      },
    },
  })
  const account = await createTestAccount(
    { database: { db, pool }, ids: plain.ids, stripe: processor.call },
    { card: cards[card] },
  )
  if (limited) {
    await setSpendingLimits(plain, account, { accountCents: null, apiKeyCents: 500 })
  }
  restart()
  return {
    stage,
    account,
    processor,
    publish: files.publish,
    failNextCharge: failNext,
    useUp: (scope, seconds) => void usedUp.set(scope, time.now().getTime() + seconds * 1000),
    raisePrices: () => {
      const heavier = { ...SLICE, filamentCm3: SLICE.filamentCm3 * 1.5 }
      replaceDeps(deps, { slicer: standInSlicer(heavier).slicer })
    },
    restart,
    wait: (seconds) => advance(waiting, seconds),
    later,
    rest: () => comeToRest(waiting),
    close: processor.close,
  }
}
