// What a printer can print, of what its claim says and what its record knows.
import type { Material } from '../../catalog/options.ts'
import type { FileKind } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'
import type { Firmware, Printer, Spool } from './printer.ts'

/** What a printer can print. Left out = no restriction. */
export type PrinterAbility = {
  readonly printer: string
  readonly materials: readonly Material[] | null
  /** In any letter case. Jobs of orders without a color fit every printer. */
  readonly colors: readonly string[] | null
  /** What is loaded: a job needs one of them in its material and color. */
  readonly spools: readonly Pick<Spool, 'material' | 'color'>[] | null
  readonly nozzleDiameters: readonly number[] | null
  readonly volumeMm: SizeMm | null
  readonly fileKinds: readonly FileKind[]
  /** Whether its program counts plates that several jobs share by job. */
  readonly takesShared: boolean
  /** What plates for it are sliced for. */
  readonly profile: string
  /** null = not known: files for any firmware. */
  readonly firmware: Firmware | null
}

/** What only the printer's record knows. */
type OfRecord = 'printer' | 'spools' | 'profile' | 'firmware'

/** The abilities that a claim states; undefined = not stated. */
export type ClaimedAbility = {
  [Name in keyof Omit<PrinterAbility, OfRecord>]: PrinterAbility[Name] | undefined
}

/** The loaded spools always count; the rest of the record where the claim does not say it. */
export function abilityOf(printer: Printer, claim: ClaimedAbility): PrinterAbility {
  const { name, spools, fileKinds, nozzleDiameter, bedMm, bedOrigin, profile, firmware } = printer
  const nozzleMm = nozzleDiameter ?? printer.profileNozzleMm
  const nozzle = nozzleMm === null ? null : [nozzleMm]
  return {
    printer: name,
    materials: claim.materials ?? null,
    colors: claim.colors ?? null,
    spools: spools.length === 0 ? null : spools,
    nozzleDiameters: claim.nozzleDiameters ?? nozzle,
    // Sizes of jobs are measured from a corner of the bed.
    volumeMm: claim.volumeMm ?? (bedOrigin === 'front_left' ? bedMm : null),
    fileKinds: claim.fileKinds ?? (fileKinds.length === 0 ? ['gcode'] : fileKinds),
    takesShared: claim.takesShared ?? false,
    profile,
    firmware,
  }
}
