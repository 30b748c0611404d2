// What a printer can print, of what its claim says and what its record knows.
import type { PrinterAbility } from '../ports.ts'
import type { Printer } from './printer.ts'

/** What only the printer's record knows. */
type OfRecord = 'printer' | 'spools' | 'profile' | 'firmware'

/** As a claim sends it; undefined = not said. */
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
