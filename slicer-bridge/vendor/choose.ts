// Chooses the vendor's presets for a part: the printer's, those for its print settings, and the filament's.
import type { FilamentType } from '../settings/settings.ts'
import type { Bundle, PresetKind } from './bundle.ts'
import { holds } from './condition.ts'
import { firstOf, numberOf, type Settings } from './ini.ts'

export type Preset = { readonly name: string; readonly settings: Settings }

export type ChosenPresets = {
  readonly printer: Preset
  readonly print: Preset
  readonly filament: Preset
  /** The type of the chosen filament preset if the vendor has none for the wanted type. The preset's temperatures then do not apply. */
  readonly substitute: FilamentType | null
}

/** `why` is for operators. */
export type Choice =
  | { readonly kind: 'chosen'; readonly presets: ChosenPresets }
  | { readonly kind: 'none'; readonly why: string }

type Wanted = { readonly filamentType: FilamentType; readonly layerHeightMm: number }

/** Vendors' names for one type. */
const spellings: Record<FilamentType, readonly string[]> = {
  PLA: ['PLA'],
  PETG: ['PETG', 'PET'],
  ABS: ['ABS'],
  ASA: ['ASA'],
  FLEX: ['FLEX', 'TPU'],
}

/** The closest match for a type without a vendor preset. */
const substitutes: Partial<Record<FilamentType, FilamentType>> = {
  ASA: 'ABS',
  ABS: 'PLA',
  FLEX: 'PLA',
  PETG: 'PLA',
}

/**
 * Chooses the print settings with the nearest layer height, and the printer's default if several are equally near. Chooses a filament of
 * the type, preferably the vendor's generic one.
 */
export function choosePresets(bundle: Bundle, printerName: string, part: Wanted): Choice {
  const settings = bundle.preset('printer', printerName)
  if (settings === null) return none(`${bundle.vendor} has no printer “${printerName}”.`)
  const printer = { name: printerName, settings }
  const print = printFor(bundle, printer, part.layerHeightMm)
  if (print === null) return none(`${bundle.vendor} has no print settings for ${printerName}.`)
  for (let type: FilamentType | undefined = part.filamentType; type; type = substitutes[type]) {
    const filament = filamentFor(bundle, { printer, print }, type)
    const substitute = type === part.filamentType ? null : type
    if (filament !== null) {
      return { kind: 'chosen', presets: { printer, print, filament, substitute } }
    }
  }
  return none(`${bundle.vendor} has no filament for ${printerName}.`)
}

const none = (why: string): Choice => ({ kind: 'none', why })

function printFor(bundle: Bundle, printer: Preset, layerHeightMm: number): Preset | null {
  const usual = firstOf(printer.settings, 'default_print_profile')
  const distance = ({ name, settings }: Preset) =>
    // The penalty of a tenth of a micrometer decides only between settings with the same height.
    Math.abs((numberOf(settings, 'layer_height') ?? 0) - layerHeightMm) +
    (name === usual ? 0 : 1e-4)
  return findNearest(listCompatible(bundle, 'print', printer), distance)
}

function filamentFor(
  bundle: Bundle,
  { printer, print }: Pick<ChosenPresets, 'printer' | 'print'>,
  type: FilamentType,
): Preset | null {
  const usual = firstOf(printer.settings, 'default_filament_profile')
  const rank = ({ name, settings }: Preset) => {
    if (
      /generic|basic/i.test(firstOf(settings, 'filament_vendor') ?? '') ||
      /^(generic|basic)/i.test(name)
    ) {
      return 0
    }
    return name === usual ? 1 : 2
  }
  const ofType = listCompatible(bundle, 'filament', printer).filter(
    ({ settings }) =>
      spellings[type].includes((firstOf(settings, 'filament_type') ?? '').toUpperCase()) &&
      isMet(settings.get('compatible_prints_condition'), print.settings),
  )
  return findNearest(ofType, rank)
}

/** Returns the first preset with the smallest distance. */
function findNearest(
  presets: readonly Preset[],
  distance: (preset: Preset) => number,
): Preset | null {
  let best: Preset | null = null
  for (const preset of presets) {
    if (best === null || distance(preset) < distance(best)) best = preset
  }
  return best
}

/** Returns the compatible presets. A list of printers by name takes precedence over a condition. */
function listCompatible(bundle: Bundle, kind: PresetKind, printer: Preset): readonly Preset[] {
  const presets: Preset[] = []
  for (const name of bundle.names(kind)) {
    const settings = bundle.preset(kind, name)
    if (settings === null) continue
    const named = settings.get('compatible_printers') ?? ''
    const isCompatible =
      named === ''
        ? isMet(settings.get('compatible_printers_condition'), printer.settings)
        : named.split(';').some((each) => each.trim().replaceAll('"', '') === printer.name)
    if (isCompatible) presets.push({ name, settings })
  }
  return presets
}

/** Whether a condition is met. A condition that cannot be parsed is not met, because the preset may be for another printer. */
function isMet(condition: string | undefined, settings: Settings): boolean {
  try {
    return holds(condition ?? '', settings)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
