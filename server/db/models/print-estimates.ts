// Estimates of filament and time, kept by content, settings and the geometry core's version.
import type {
  CertainEstimate,
  EstimateKey,
  PrintEstimates,
} from '../../domain/measurement/ports.ts'
import type { Db } from '../core/connect.ts'

/** `coreVersion` changes whenever the geometry core may answer differently: older estimates are then not found. */
export function createPrintEstimates(db: Db, coreVersion: number): PrintEstimates {
  return {
    read: async (key) => {
      const row = await db
        .selectFrom('print_estimates')
        .select('outcome')
        .where((eb) => eb.and(columnsOf(key, coreVersion)))
        .executeTakeFirst()
      return row === undefined ? null : (row.outcome as CertainEstimate)
    },
    save: async (key, estimate) => {
      await db
        .insertInto('print_estimates')
        .values({ ...columnsOf(key, coreVersion), outcome: JSON.stringify(estimate) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

function columnsOf({ sha256, format, units, settings }: EstimateKey, coreVersion: number) {
  const { layerHeightMm, infillPercent, nozzleMm, flow } = settings
  return {
    sha256,
    format,
    units: units ?? '',
    // Supports are in no estimate.
    settings: [layerHeightMm, infillPercent, nozzleMm, flow].join(' '),
    core_version: coreVersion,
  }
}
