// The slicer's configuration for plates of a printer whose bed is known but whose model is not: the farm's settings, slow enough for any
// printer, with start and end code that stays on its bed.
import { readFileSync } from 'node:fs'
import { flowFor, printingSettings } from '../settings/printing-settings.ts'
import { profileText } from '../settings/profile.ts'
import type { PlateProfile, Printing } from '../settings/settings.ts'
import { type Bed, spanOf } from './bed.ts'
import { parseIni, untitled } from './ini.ts'
import { endCode } from './plate-config.ts'

const anyPrinter = readFileSync(new URL('../profiles/any-printer.ini', import.meta.url), 'utf8')

/** The profile's widths are for this nozzle. 0 lets the slicer choose. */
const profileNozzleMm = 0.4
const widths = /extrusion_width$/

/** Rate at which the smallest hotends melt plastic, with a margin. */
const flowMm3PerS = 8

type Wanted = {
  readonly bed: Bed
  readonly nozzleMm: number
  readonly layerHeightMm: number
  readonly printing: Printing
}

export function bedPlate({ bed, nozzleMm, layerHeightMm, printing }: Wanted): PlateProfile {
  const settings = new Map([...ownSettings(profileText), ...ownSettings(anyPrinter)])
  if (nozzleMm !== profileNozzleMm) {
    for (const key of settings.keys()) if (widths.test(key)) settings.set(key, '0')
  }
  const set = (key: string, value: string | number | boolean) =>
    settings.set(key, String(typeof value === 'boolean' ? Number(value) : value))
  set('bed_shape', bed.outline.map(([x, y]) => `${x}x${y}`).join(','))
  set('max_print_height', bed.heightMm)
  set('nozzle_diameter', nozzleMm)
  set('first_layer_height', Math.max(0.2, Math.min(layerHeightMm, 0.75 * nozzleMm)))
  set('filament_max_volumetric_speed', flowFor(printing, flowMm3PerS))
  for (const [key, value] of Object.entries(printingSettings(printing))) set(key, value)
  set('start_gcode', startCode(bed).join('\\n'))
  set('end_gcode', endCode(settings, bed))
  const config = [...settings].map(([key, value]) => `${key} = ${value}\n`).join('')
  return { config, center: bed.center }
}

const ownSettings = (text: string) => parseIni(text).get(untitled) ?? new Map<string, string>()

/** Prints a line of filament along the front edge. */
function startCode({ outline }: Bed): readonly string[] {
  const [[left, right], [front]] = spanOf(outline)
  const [from, to] = [left + 10, Math.min(left + 70, right - 10)]
  return [
    'M140 S[first_layer_bed_temperature]',
    'M104 S150',
    'G90',
    'G28',
    'M190 S[first_layer_bed_temperature]',
    'G1 Z5 F600',
    `G1 X${from} Y${front + 4} F6000`,
    'M109 S[first_layer_temperature]',
    'M83',
    'G92 E0',
    'G1 Z0.3 F600',
    `G1 X${to} E8 F900`,
    `G1 X${Math.min(to + 20, right - 5)} F6000`,
    'G92 E0',
    'G1 Z2 F600',
  ]
}
