// The printers that the slicer's vendor bundles describe.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlateProfile, Printing } from '../settings/settings.ts'
import { type Bed, bedOf } from './bed.ts'
import { type Bundle, openBundle } from './bundle.ts'
import { choosePresets } from './choose.ts'
import { firstOf, numberOf, type Settings } from './ini.ts'
import { plateConfig } from './plate-config.ts'

export type PrinterProfile = {
  /** The preset's name, for example `Original Prusa MINI & MINI+`: a model with a nozzle. */
  readonly name: string
  readonly vendor: string
  readonly nozzleMm: number
  readonly bed: Bed
  /** The slicer's name of the flavor, for example `marlin2` or `klipper`. */
  readonly gcodeFlavor: string
}

export type Catalog = {
  /** In alphabetical order. Excludes printers with several nozzles and resin printers. */
  readonly printers: readonly PrinterProfile[]
  /** Finds a printer, ignoring case. */
  readonly find: (name: string) => PrinterProfile | null
  readonly profileOf: (name: string, part: Wanted) => ProfileFound
}

export type Wanted = {
  readonly layerHeightMm: number
  /** The farm's settings for the material, used if the vendor has none. */
  readonly printing: Printing
}

/** `note` tells operators what was substituted. */
export type ProfileFound =
  | { readonly kind: 'found'; readonly plate: PlateProfile; readonly note: string | null }
  | { readonly kind: 'none'; readonly why: string }

/** Reads the `.ini` files of the folders; later ones win. Skips and reports an invalid file. */
export function openCatalog(
  folders: readonly string[],
  onBroken: (file: string, reason: string) => void,
): Catalog {
  const found = new Map<string, { readonly profile: PrinterProfile; readonly bundle: Bundle }>()
  for (const file of folders.flatMap(bundlesIn)) {
    try {
      const bundle = openBundle(readFileSync(file, 'utf8'))
      for (const profile of printersOf(bundle)) {
        found.set(profile.name.toLowerCase(), { profile, bundle })
      }
    } catch (error) {
      onBroken(file, error instanceof Error ? error.message : String(error))
    }
  }
  const printers = [...found.values()].map(({ profile }) => profile)
  return {
    printers: printers.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    find: (name) => found.get(name.toLowerCase())?.profile ?? null,
    profileOf: (name, wanted) => {
      const known = found.get(name.toLowerCase())
      if (known === undefined) return { kind: 'none', why: `No profile is named “${name}”.` }
      return profileOf(known.bundle, known.profile, wanted)
    },
  }
}

const bundlesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ini'))
    .sort()
    .map((name) => join(folder, name))

function printersOf(bundle: Bundle): readonly PrinterProfile[] {
  return bundle.names('printer').flatMap((name) => {
    const settings = bundle.preset('printer', name)
    const profile = settings === null ? null : printerOf(bundle, name, settings)
    return profile === null ? [] : [profile]
  })
}

function printerOf(bundle: Bundle, name: string, settings: Settings): PrinterProfile | null {
  const bed = bedOf(settings)
  const nozzleMm = numberOf(settings, 'nozzle_diameter')
  const nozzles = (settings.get('nozzle_diameter') ?? '').split(',').length
  const isResin = firstOf(settings, 'printer_technology') === 'SLA'
  if (bed === null || nozzleMm === null || nozzles !== 1 || isResin) return null
  const gcodeFlavor = firstOf(settings, 'gcode_flavor') ?? 'reprap'
  return { name, vendor: bundle.vendor, nozzleMm, bed, gcodeFlavor }
}

function profileOf(
  bundle: Bundle,
  { name, bed }: PrinterProfile,
  { layerHeightMm, printing }: Wanted,
): ProfileFound {
  const { filamentType } = printing
  const choice = choosePresets(bundle, name, { filamentType, layerHeightMm })
  if (choice.kind === 'none') return choice
  const { filament, substitute } = choice.presets
  const config = plateConfig(choice.presets, { bed, layerHeightMm, printing })
  const note =
    substitute === null
      ? null
      : `${bundle.vendor} has no ${filamentType} filament: “${filament.name}” with the farm’s temperatures.`
  return { kind: 'found', plate: { config, center: bed.center }, note }
}
