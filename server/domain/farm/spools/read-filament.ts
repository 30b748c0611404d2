// Filament for operators: the spools, the forecast of each color, and a single spool with its movements.
import type { BaseDeps } from '../../base/ports.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { SpoolFailure } from './failure.ts'
import {
  type ColorForecast,
  forecastFilament,
  forecastMaterials,
  isRunningOut,
  type MaterialForecast,
  useHistoryDays,
} from './forecast.ts'
import type { SpoolDeps } from './ports.ts'
import type { CountedSpool, SpoolMovement } from './spool.ts'

/** Limit of listed spools. */
const maxListed = 500
const maxMovements = 200

export type Filament = {
  readonly spools: readonly CountedSpool[]
  readonly colors: readonly ColorForecast[]
}

export async function readFilament(
  { spools, clock }: SpoolDeps & Pick<BaseDeps, 'clock'>,
  which: 'kept' | 'empty',
): Promise<Filament> {
  const [listed, stock] = await Promise.all([
    spools.list(which, maxListed),
    spools.stock(useHistoryDays),
  ])
  return { spools: listed, colors: forecastFilament(stock, clock.now()) }
}

type ForecastDeps = SpoolDeps & Pick<BaseDeps, 'clock'>

const readForecast = async ({ spools, clock }: ForecastDeps): Promise<readonly ColorForecast[]> =>
  forecastFilament(await spools.stock(useHistoryDays), clock.now())

/** Returns the colors of which open orders need more than there is. */
export async function readShortFilament(deps: ForecastDeps): Promise<readonly ColorForecast[]> {
  return (await readForecast(deps)).filter(({ shortGrams }) => shortGrams > 0)
}

/** Returns the materials that run out soon. */
export async function readEndingMaterials(
  deps: ForecastDeps,
): Promise<readonly MaterialForecast[]> {
  return forecastMaterials(await readForecast(deps)).filter(isRunningOut)
}

export type SpoolWithMovements = {
  readonly spool: CountedSpool
  /** Newest first. */
  readonly movements: readonly SpoolMovement[]
}

export async function readSpool(
  { spools }: SpoolDeps,
  id: number,
): Promise<Result<SpoolWithMovements, SpoolFailure>> {
  const spool = await spools.read(id)
  if (spool === null) return fail({ kind: 'spool_not_found' })
  return ok({ spool, movements: await spools.movements(id, maxMovements) })
}
