// The slicer's configuration for plates of a printer: the presets in one text, with end code that turns everything off.

import { printingSettings, softMm3PerS } from '../settings/printing-settings.ts'
import type { Printing } from '../settings/settings.ts'
import { type Bed, isRound, spanOf } from './bed.ts'
import type { ChosenPresets } from './choose.ts'
import { firstOf, numberOf, type Settings } from './ini.ts'

/** Excluded keys: those about the preset itself or the slicer's windows, and those that would run a program on the slicer's host. */
const left = new Set([
  'alias',
  'bed_custom_model',
  'bed_custom_texture',
  'compatible_printers',
  'compatible_printers_condition',
  'compatible_prints',
  'compatible_prints_condition',
  'default_filament_profile',
  'default_print_profile',
  'filament_vendor',
  'host_type',
  'inherits',
  'notes',
  'output_filename_format',
  'post_process',
  'print_host',
  'printhost_apikey',
  'printhost_cafile',
  'renamed_from',
  // Rendering a picture into the file takes as long as slicing a small part.
  'thumbnails',
])

type Plate = {
  readonly bed: Bed
  readonly layerHeightMm: number
  /** The temperatures to use when the filament's preset is a substitute. */
  readonly printing: Printing
}

/** Returns the configuration in the order in which the slicer reads it: a later setting replaces an earlier one. */
export function plateConfig(presets: ChosenPresets, plate: Plate): string {
  const { printer, print, filament, substitute } = presets
  const { bed, layerHeightMm, printing } = plate
  const settings = new Map([...printer.settings, ...print.settings, ...filament.settings])
  for (const key of left) settings.delete(key)
  settings.set('end_gcode', endCode(printer.settings, bed))
  if (substitute !== null) {
    for (const [key, value] of Object.entries(printingSettings(printing))) {
      settings.set(key, String(typeof value === 'boolean' ? Number(value) : value))
    }
    if (printing.filamentType === 'FLEX') {
      settings.set('filament_max_volumetric_speed', String(softMm3PerS))
    }
  }
  // Without it, the slicer rejects relative extrusion, regardless of the vendor's preset.
  const everyLayer = settings.get('layer_gcode') ?? ''
  if (settings.get('use_relative_e_distances') === '1' && !everyLayer.includes('G92 E0')) {
    settings.set('layer_gcode', `G92 E0\\n${everyLayer}`)
  }
  settings.set('first_layer_height', String(firstLayerMm(settings, layerHeightMm)))
  return [...settings].map(([key, value]) => `${key} = ${value}\n`).join('')
}

/** Converts a percentage, which the slicer's command line would read as millimeters. At most three quarters of the nozzle. */
function firstLayerMm(settings: Settings, layerHeightMm: number): number {
  const written = firstOf(settings, 'first_layer_height') ?? '100%'
  const value = Number.parseFloat(written)
  const lengthMm = written.endsWith('%') ? (value / 100) * layerHeightMm : value
  const most = 0.75 * (numberOf(settings, 'nozzle_diameter') ?? 0.4)
  return Number(Math.min(lengthMm, most).toFixed(3))
}

/**
 * Returns the end code. It replaces the vendor's, which in some bundles is empty or homes into the part. A macro of the printer, such as
 * `END_PRINT`, still runs, but after the nozzle has been lifted and parked, because it may turn the motors off.
 */
export function endCode(printer: Settings, bed: Bed): string {
  const own = (printer.get('end_gcode') ?? '').replaceAll('\\n', '\n').split('\n')
  const macros = own
    .map((line) => (line.split(';')[0] ?? '').trim())
    .filter((line) => isMacro.test(line))
  // The vendor's end code resets settings that the start code changes, such as the flow.
  const resets = own
    .map((line) => (line.split(';')[0] ?? '').trim())
    .filter((line) => isReset.test(line))
  const [parkX, parkY] = parkOf(bed)
  return [
    'M104 S0',
    ...otherTools(printer).map((tool) => `M104 ${tool} S0`),
    'M140 S0',
    'M107',
    'M83',
    'G1 E-2 F1800',
    'G90',
    'G1 Z{min(max_layer_z+10,max_print_height)} F600',
    `G1 X${parkX} Y${parkY} F6000`,
    ...resets,
    ...macros,
    ...(macros.length > 0 ? ['M104 S0', 'M140 S0', 'M107'] : []),
    'M84',
  ].join('\\n')
}

/** Returns the nozzles that a vendor's start code names. */
const otherTools = (printer: Settings): readonly string[] => [
  ...new Set((printer.get('start_gcode') ?? '').match(/\bT[0-9]\b/g) ?? []),
]

/** Flow, speed, linear advance and motor currents. */
const isReset = /^M(?:220|221|572|900|907)\b/

/** A word that is not a command of a letter and a number, as in Klipper's configuration. */
const isMacro = /^[a-z_]{3}[a-z0-9_]*$/i

/** The geometry core treats a farther move as an error, however large the bed is (geometry/src/parse/gcode/safety/reach.rs). */
const farthestMm = 330

/**
 * Returns the parking position: in front of the back edge, so that a moving bed presents the part, or above the middle of a round bed.
 */
function parkOf({ outline, center }: Bed): readonly [number, number] {
  if (isRound(outline)) return center
  const [[leftEdge], [front, back]] = spanOf(outline)
  return [leftEdge + 5, Math.max(front, Math.min(back - 10, farthestMm))]
}
