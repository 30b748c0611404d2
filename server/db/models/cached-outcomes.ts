// Results of the geometry core by content: measurements and estimates of filament and time. An unreadable entry is treated as absent, and
// the content is measured again. The same content always has the same outcome. Each process caches the outcomes that it read last,
// because integrators order the same parts repeatedly.

import type { Log } from '../../domain/base/ports.ts'
import { createRecent, type Recent } from '../../domain/base/time/recent.ts'
import type {
  EstimateKey,
  MeasurementKey,
  Measurements,
  PrintEstimates,
} from '../../domain/measurement/ports.ts'
import type { CertainEstimate } from '../../domain/measurement/processing.ts'
import type { Db, OpenDatabase, Tx } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { committedLocally } from '../core/transactions/local-commit.ts'
import { jsonb, recover } from '../core/values/json.ts'
import { readEstimate, readMeasurement } from './stored-outcomes.ts'

export type CacheOptions = {
  /** Incremented whenever the geometry core may return something else. Earlier entries are then no longer found. */
  readonly coreVersion: number
  readonly log: Pick<Log, 'error'>
  /** When absent, every outcome is read from the database. */
  readonly recent?: RecentOutcomes
}

type StoredMeasurement = NonNullable<Awaited<ReturnType<Measurements['read']>>>

/** The outcomes that the process read last. */
export type RecentOutcomes = {
  readonly measurements: Recent<string, StoredMeasurement>
  readonly estimates: Recent<string, CertainEstimate>
}

/** An outcome takes a few kilobytes. */
const maxRecent = 2_000

export const createRecentOutcomes = (): RecentOutcomes => ({
  measurements: createRecent(maxRecent),
  estimates: createRecent(maxRecent),
})

async function readRecent<Outcome>(
  recent: Recent<string, Outcome> | undefined,
  columns: Readonly<Record<string, string | number>>,
  read: () => Promise<Outcome | null>,
): Promise<Outcome | null> {
  const id = idOf(columns)
  const known = recent?.get(id)
  if (known !== undefined) return known
  const outcome = await read()
  if (outcome !== null) recent?.set(id, outcome)
  return outcome
}

export function createMeasurements(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  options: CacheOptions,
): Measurements {
  const find = prepareFind({ db, pool })
  return {
    read: async (key) => {
      const columns = measurementColumns(key, options)
      const { sha256, format, units, core_version } = columns
      return await readRecent(options.recent?.measurements, columns, async () =>
        outcomeOf(db, options, columns, await find(sha256, format, units, core_version)),
      )
    },
    save: async (key, outcome) => {
      await db
        .insertInto('measurements')
        .values({
          ...measurementColumns(key, options),
          sha256: committedLocally(key.sha256),
          outcome: jsonb(outcome),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/** Reads within a transaction, which must use its connection. */
export async function readMeasurementIn(
  tx: Tx,
  options: CacheOptions,
  key: MeasurementKey,
): ReturnType<Measurements['read']> {
  const columns = measurementColumns(key, options)
  return await readRecent(options.recent?.measurements, columns, async () => {
    const rows = await tx
      .selectFrom('measurements')
      .select('outcome')
      .where((eb) => eb.and(columns))
      .execute()
    return await outcomeOf(tx, options, columns, rows)
  })
}

const measurementColumns = (
  { sha256, format, units }: MeasurementKey,
  { coreVersion }: Pick<CacheOptions, 'coreVersion'>,
) => ({ sha256, format, units: units ?? ('' as const), core_version: coreVersion })

async function outcomeOf(
  db: Db,
  { log }: CacheOptions,
  columns: ReturnType<typeof measurementColumns>,
  [row]: readonly { readonly outcome: unknown }[],
): ReturnType<Measurements['read']> {
  if (row === undefined) return null
  const place = { table: 'measurements', column: 'outcome', id: idOf(columns) }
  const outcome = recover(
    log,
    () => readMeasurement(row.outcome, place),
    () => null,
  )
  // `save` never replaces an existing row, so an unreadable row is deleted.
  if (outcome === null) {
    await db
      .deleteFrom('measurements')
      .where((eb) => eb.and(columns))
      .execute()
  }
  return outcome
}

/** Prepared because it runs for every order and quote. */
function prepareFind({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const query = db
    .selectFrom('measurements')
    .select('outcome')
    .where('sha256', '=', '')
    .where('format', '=', 'stl')
    .where('units', '=', '')
    .where('core_version', '=', 0)
    .compile()
  return prepare<
    { outcome: unknown },
    [sha256: string, format: string, units: string, coreVersion: number]
  >(pool, 'read-measurement', query)
}

/** Creates the store. `db` is a transaction if reads must use its connection. */
export function createPrintEstimates(
  db: Db | Tx,
  { coreVersion, log, recent }: CacheOptions,
): PrintEstimates {
  const columnsOf = ({ sha256, format, units, settings }: EstimateKey) => {
    const { layerHeightMm, infillPercent, nozzleMm, flow } = settings
    return {
      sha256,
      format,
      units: units ?? ('' as const),
      // Every estimate includes the supports.
      settings: [layerHeightMm, infillPercent, nozzleMm, flow].join(' '),
      core_version: coreVersion,
    }
  }
  const read = async (columns: ReturnType<typeof columnsOf>): Promise<CertainEstimate | null> => {
    const row = await db
      .selectFrom('print_estimates')
      .select('outcome')
      .where((eb) => eb.and(columns))
      .executeTakeFirst()
    if (row === undefined) return null
    const place = { table: 'print_estimates', column: 'outcome', id: idOf(columns) }
    const outcome = recover(
      log,
      () => readEstimate(row.outcome, place),
      () => null,
    )
    // `save` never replaces an existing row, so an unreadable row is deleted.
    if (outcome === null) {
      await db
        .deleteFrom('print_estimates')
        .where((eb) => eb.and(columns))
        .execute()
    }
    return outcome
  }
  return {
    read: async (key) => {
      const columns = columnsOf(key)
      return await readRecent(recent?.estimates, columns, () => read(columns))
    },
    save: async (key, estimate) => {
      await db
        .insertInto('print_estimates')
        .values({
          ...columnsOf(key),
          sha256: committedLocally(key.sha256),
          outcome: jsonb(estimate),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

const idOf = (columns: Readonly<Record<string, string | number>>) =>
  Object.values(columns).join(' ')
