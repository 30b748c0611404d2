// Filament by material for scrapes: what open orders need and no spool has, and how long the stock lasts.
import {
  forecastFilament,
  forecastMaterials,
  isCurrent,
  useHistoryDays,
} from '../../domain/farm/spools/forecast.ts'
import type { FilamentReading } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { readFilamentStock } from '../spools/filament-stock.ts'

/** The reading sums up all open orders, and is not urgent. */
const cacheMs = 60_000

/** Shares one reading among the calls of a minute. A failed reading is not cached. */
export function createFilamentReadings(
  db: Db,
  now: () => Date,
): () => Promise<readonly FilamentReading[]> {
  let latest: {
    readonly at: number
    readonly reading: Promise<readonly FilamentReading[]>
  } | null = null
  return async () => {
    const at = now().getTime()
    if (latest !== null && at - latest.at < cacheMs) return await latest.reading
    const reading = readFilament(db, now())
    latest = { at, reading }
    try {
      return await reading
    } catch (error) {
      latest = null
      throw error
    }
  }
}

async function readFilament(db: Db, at: Date): Promise<readonly FilamentReading[]> {
  const stock = await readFilamentStock(db, useHistoryDays)
  return forecastMaterials(forecastFilament(stock, at).filter(isCurrent))
}
