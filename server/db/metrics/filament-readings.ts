// Filament by material for scrapes: what open orders need and no spool has, and how long the stock lasts.
import {
  forecastFilament,
  forecastMaterials,
  isCurrent,
  useHistoryDays,
} from '../../domain/farm/spools/forecast.ts'
import type { FilamentReading } from '../../domain/metrics/ports.ts'
import { cachedReading } from '../core/cached-reading.ts'
import type { Db } from '../core/connect.ts'
import { readFilamentStock } from '../spools/filament-stock.ts'

/** The reading sums up all open orders, and is not urgent. */
const cacheMs = 60_000

/** Returns the reader of the metrics, whose readings are cached. */
export function createFilamentReadings(
  db: Db,
  now: () => Date,
): () => Promise<readonly FilamentReading[]> {
  const reading = cachedReading(() => readFilament(db, now()), {
    maxAgeMs: () => cacheMs,
    nowMs: () => now().getTime(),
  })
  return async () => (await reading()).value
}

async function readFilament(db: Db, at: Date): Promise<readonly FilamentReading[]> {
  const stock = await readFilamentStock(db, useHistoryDays)
  return forecastMaterials(forecastFilament(stock, at).filter(isCurrent))
}
