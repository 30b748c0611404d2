// What plates are sliced for: a printer model that the slicer has a profile of, else the size of a bed.
import { nozzleDiametersMm } from '../../catalog/options.ts'
import type { Extents } from '../../models/report.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import type { Places } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'
import type { PrinterFacts } from './printer.ts'

/** The profile of printers that tell neither their model nor their bed: they print what fits the farm's build volume. */
export const farmBed = ''

export type PlateProfiles = {
  /** The name of a printer's profile: of its model, where the slicer has one for its nozzle, else of its bed. */
  readonly of: (printer: PrinterFacts) => {
    readonly profile: string
    readonly nozzleMm: number | null
    readonly isOfModel: boolean
  }
  /** Names of models that are most like a name that is none; empty where it is one, or nothing is like it. */
  readonly similar: (model: string) => readonly string[]
  /** What shared plates are laid out for. Null where the profile is not known any more. */
  readonly bed: (profile: string) => PlateBed | null
  /** Null where the profile is not known any more. */
  readonly places: (profile: string, sizeMm: SizeMm) => Places | null
  /** Whether a file that was sliced for the profile stays on its bed. */
  readonly holds: (profile: string, printed: Extents) => boolean
}

/** What a printer in service prints from; `nozzleMm: null` = any. */
export type ProfileInUse = { readonly profile: string; readonly nozzleMm: number | null }

/** The profiles that plates for a nozzle are sliced for. Where no known printer has it, those of printers that say nothing. */
export function profilesFor(
  inUse: readonly ProfileInUse[],
  nozzleMm: number,
): readonly [string, ...string[]] {
  const names = inUse
    .filter((used) => used.nozzleMm === null || used.nozzleMm === nozzleMm)
    .map(({ profile }) => profile)
  const [first, ...rest] = new Set(names)
  return first === undefined ? [farmBed] : [first, ...rest]
}

/** What plates are sliced for, for every nozzle that an order may have. */
export const wantedSlices = (inUse: readonly ProfileInUse[]): readonly WantedSlice[] =>
  nozzleDiametersMm.flatMap((nozzleMm) =>
    profilesFor(inUse, nozzleMm).map((profile) => ({ profile, nozzleMm })),
  )

export type WantedSlice = { readonly profile: string; readonly nozzleMm: number }

/**
 * How many copies of a part are laid on a plate: what the smallest bed takes among those that take the part at all, so that every printer
 * that can print the part can print the plate. 0 where it fits none.
 */
export function copiesOnPlates(
  profiles: Pick<PlateProfiles, 'places'>,
  names: readonly string[],
  sizeMm: SizeMm,
): number {
  const copies = names.map((name) => profiles.places(name, sizeMm)?.copies ?? 0)
  const fitting = copies.filter((count) => count > 0)
  return fitting.length === 0 ? 0 : Math.min(...fitting)
}

/** For operators. */
export const profileText = (profile: string): string =>
  profile === farmBed ? 'the farm’s own bed' : profile
