// Targets of slicing: a printer model with a slicer profile, or otherwise a bed size.
import { nozzleDiametersMm } from '../../catalog/options.ts'
import type { Extents } from '../../models/report.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import type { Places } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'
import type { PrinterFacts } from './printer.ts'

/** The profile of printers that report neither model nor bed: they print whatever fits the farm's build volume. */
export const farmBed = ''

export type PlateProfiles = {
  /**
   * Returns the name of a printer's profile: that of its model, if the slicer has one for its nozzle, otherwise that
   * of its bed.
   */
  readonly of: (printer: PrinterFacts) => {
    readonly profile: string
    readonly nozzleMm: number | null
    readonly isOfModel: boolean
  }
  /** Returns the model names most similar to an unknown name; empty if the name is known or nothing is similar. */
  readonly similar: (model: string) => readonly string[]
  /** Returns the bed that shared plates are laid out for; null if the profile no longer exists. */
  readonly bed: (profile: string) => PlateBed | null
  /** Returns null if the profile no longer exists. */
  readonly places: (profile: string, sizeMm: SizeMm) => Places | null
  /** Whether a file that was sliced for the profile stays on its bed. */
  readonly holds: (profile: string, printed: Extents) => boolean
}

/** Profile and nozzle of a printer in service; `nozzleMm: null` = any. */
export type ProfileInUse = { readonly profile: string; readonly nozzleMm: number | null }

/**
 * Returns the profiles that plates for a nozzle are sliced for. If no known printer has the nozzle, returns the
 * profiles of printers that report no nozzle.
 */
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

/** Returns the targets of slicing for every nozzle that an order can have. */
export const wantedSlices = (inUse: readonly ProfileInUse[]): readonly WantedSlice[] =>
  nozzleDiametersMm.flatMap((nozzleMm) =>
    profilesFor(inUse, nozzleMm).map((profile) => ({ profile, nozzleMm })),
  )

export type WantedSlice = { readonly profile: string; readonly nozzleMm: number }

/**
 * Returns the number of copies of a part per plate: the capacity of the smallest bed that takes the part, so that
 * every printer that can print the part can print the plate. 0 if it fits no bed.
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

/** Returns the profile's name for operators. */
export const profileText = (profile: string): string =>
  profile === farmBed ? 'the farm’s own bed' : profile
