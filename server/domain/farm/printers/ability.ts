// Combines the abilities of a printer from its claim and its record.
import type { Material } from '../../catalog/options.ts'
import type { PrintFileKind } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'
import { type Firmware, loadedSpools, type Printer, type Spool } from './printer.ts'

export type LoadedSpool = Pick<Spool, 'material' | 'color' | 'counted'>

/** Abilities of a printer. An omitted value is not a restriction. */
export type PrinterCapabilities = {
  readonly printer: string
  readonly materials: readonly Material[] | null
  /** In any letter case. Jobs of orders without a color fit every printer. */
  readonly colors: readonly string[] | null
  /** Loaded spools. A job needs one of them in its material and color. An empty list fits no job. */
  readonly spools: readonly LoadedSpool[] | null
  readonly nozzleDiameters: readonly number[] | null
  readonly volumeMm: SizeMm | null
  readonly fileKinds: readonly PrintFileKind[]
  /** Whether its program reports shared plates per job. */
  readonly acceptsSharedPlates: boolean
  /** Printer model or bed for which its plates are sliced. */
  readonly profile: string
  /** null = unknown: accepts files for any firmware. */
  readonly firmware: Firmware | null
}

/** Facts from the printer's record. */
type RecordedCapability = 'printer' | 'spools' | 'profile' | 'firmware'

/** The abilities that a claim states; undefined = not stated. */
export type ClaimedAbility = {
  [Name in keyof Omit<PrinterCapabilities, RecordedCapability>]:
    | PrinterCapabilities[Name]
    | undefined
}

/**
 * Returns the abilities. Always takes the loaded spools from the record, and other values if the claim does not state
 * them.
 */
export function abilityOf(printer: Printer, claim: ClaimedAbility): PrinterCapabilities {
  const { name, fileKinds, nozzleDiameter, bedMm, bedOrigin, profile, firmware } = printer
  const nozzleMm = nozzleDiameter ?? printer.profileNozzleMm
  const nozzle = nozzleMm === null ? null : [nozzleMm]
  return {
    printer: name,
    materials: claim.materials ?? null,
    colors: claim.colors ?? null,
    spools: loadedSpools(printer),
    nozzleDiameters: claim.nozzleDiameters ?? nozzle,
    // Job sizes are measured from a corner of the bed.
    volumeMm: claim.volumeMm ?? (bedOrigin === 'front_left' ? bedMm : null),
    fileKinds: claim.fileKinds ?? (fileKinds.length === 0 ? ['gcode'] : fileKinds),
    acceptsSharedPlates: claim.acceptsSharedPlates ?? false,
    profile,
    firmware,
  }
}
