// Shared by all runs of a simulation: one database with virtual time, and the dependencies of the real service on it.
// Only parts without money are replaced: files, measurements, the farm's load and rate limits; engines are in
// failing-engines.ts.
import type pg from 'pg'
import type { Db } from '../../server/db/core/connect.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { noMeter } from '../../server/domain/base/metrics/meter.ts'
import type { FarmDay } from '../../server/domain/lead-time/farm-load.ts'
import type { OwnedModel } from '../../server/domain/models/ports.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { meshReport } from '../../testing/orders.ts'
import { RunningCalls } from './gate.ts'
import { openServiceOn, openVirtualDatabase } from './open-service.ts'
import { createMoneyTables, type MoneyTables } from './tables.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'
import { installWatch } from './watch.ts'

export type Stage = {
  readonly deps: Deps
  readonly db: Db
  readonly pool: pg.Pool
  readonly time: VirtualTime
  readonly tables: MoneyTables
  readonly calls: RunningCalls
  readonly tally: Tally
  readonly close: () => Promise<void>
}

/** Coverage of all runs on a stage: runs that cover nothing prove nothing. */
export type Tally = ReturnType<typeof newTally>

const newTally = () => ({
  orders: 0,
  payments: 0,
  refunds: 0,
  refundsElsewhere: 0,
  disputes: 0,
  disputesDecided: 0,
  fraudWarnings: 0,
  deletedCustomers: 0,
  debts: 0,
  printJobs: 0,
  processorFaults: 0,
  crashes: 0,
  lostConnections: 0,
  leapsOfTime: 0,
  lossesOfRows: 0,
})

export const model: OwnedModel = {
  uri: `gs://svc-local/models/${'ab'.repeat(32)}.stl`,
  fileName: 'cube.stl',
  sha256: 'ab'.repeat(32),
  sizeBytes: 684,
  format: 'stl',
  units: null,
}

export async function openStage(): Promise<Stage> {
  const { database } = await openVirtualDatabase()
  await installWatch(database.pool)
  const { service, isPoolBusy, close } = await openServiceOn(database, {
    name: 'simulation',
    decorate: withoutFiles,
  })
  const { db, pool } = service.database
  return {
    deps: service.deps,
    db,
    pool,
    time: createVirtualTime(pool),
    tables: await createMoneyTables(pool),
    calls: new RunningCalls(isPoolBusy),
    tally: newTally(),
    close,
  }
}

const noWork: FarmDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }

/** A part with supports, whose note is part of every response. */
const estimated = {
  kind: 'estimated',
  filamentCm3: 4,
  seconds: 1800,
  layers: 100,
  rangePercent: 3,
  plates: [],
  supports: {
    decision: 'supports',
    unsupportedMm2: 90,
    filamentCm3: 0.5,
    seconds: 120,
    turned: null,
  },
} as const

function withoutFiles(deps: Deps): Deps {
  const measured = { kind: 'mesh' as const, report: meshReport(8) }
  return {
    ...deps,
    meter: noMeter,
    rateCounters: { consume: () => ({ allowed: true }) },
    farmLoad: {
      timeZone: 'UTC',
      promised: () => ({ hoursBefore: 0, end: () => undefined }),
      read: async () => ({
        queuedOrders: 0,
        queuedHours: 0,
        today: noWork,
        days: [],
        packingDays: null,
        shippedOrders: 0,
      }),
    },
    objects: { ...deps.objects, putFile: async () => undefined },
    models: { ...deps.models, findOwned: async () => model },
    measurements: { ...deps.measurements, read: async () => measured },
    printEstimates: { ...deps.printEstimates, read: async () => estimated },
    languageModel: { ...deps.languageModel, moderate: async () => ({ kind: 'allowed' }) },
    temporaryFiles: { ...deps.temporaryFiles, remove: async () => undefined },
    parseBody: async () => ({ kind: 'json', value: { prompt: 'a gear', mode: 'fast_draft' } }),
  }
}

export const buyers = ['paying', 'declined', 'cardless'] as const
export type Buyer = (typeof buyers)[number]

/** The processor's test cards, which succeed or decline when they are charged. */
const cards: Readonly<Record<Buyer, string | null>> = {
  paying: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  cardless: null,
}

export const accountOf = (buyer: Buyer) => accountIdOf(`buyer-${buyer}`)
export const cardOf = (buyer: Buyer): string | null => cards[buyer]
