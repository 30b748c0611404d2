// The slicer's arguments: an array of fixed options and validated numbers, never a shell command. File names are relative to the job's
// folder, so that equal settings always give an equal array.
import type { SliceProfile } from '../outcome/outcome.ts'
import { flowFor, printingSettings } from './printing-settings.ts'
import { checkSettings, type Printing, type SliceSettings } from './settings.ts'

/** File names within a job's folder. */
export const modelFile = 'model.stl'
export const profileFile = 'profile.ini'
export const printingFile = 'printing.ini'
export const gcodeFile = 'out.gcode'
const dataFolder = 'data'

export type Variant = { readonly profile: SliceProfile; readonly raft: boolean }

/** Every variant that `sliceWithFallback` may run. */
export const sliceVariants: readonly Variant[] = [
  { profile: 'quote', raft: false },
  { profile: 'quote', raft: true },
  { profile: 'coarse', raft: false },
  { profile: 'coarse', raft: true },
]

/** Center of the farm's bed, in mm. */
export const ownBedCenter = [170, 160] as const
const flowMm3PerS = { standard: 12, high: 19.2 } as const
/** Also for thinner layers: at 0.1 mm, models on small feet fail with an empty first layer. */
const firstLayerMm = 0.2
const coarseResolutionMm = 0.1
/** The profile's widths are for a 0.4 mm nozzle. 0 lets the slicer choose. */
const widthOptions = [
  'extrusion-width',
  'external-perimeter-extrusion-width',
  'perimeter-extrusion-width',
  'infill-extrusion-width',
  'solid-infill-extrusion-width',
  'top-infill-extrusion-width',
  'first-layer-extrusion-width',
]

/** Returns everything after the name of the executable. Throws a RangeError on settings out of range. */
export function sliceArguments(settings: SliceSettings, { profile, raft }: Variant): string[] {
  checkSettings(settings)
  const { layerHeightMm, infillPercent, supports = false } = settings
  const { copies = 1, placed = false, printing, plate } = settings
  const center = plate?.center ?? ownBedCenter
  return [
    '--export-gcode',
    ...['--load', profileFile],
    ...(printing === undefined ? [] : ['--load', printingFile]),
    ...['--datadir', dataFolder],
    ...(placed ? ['--dont-arrange'] : ['--center', center.map(formatNumber).join(',')]),
    ...(plate?.turned ? ['--rotate', '90'] : []),
    ...['--layer-height', formatNumber(layerHeightMm)],
    // The profile of a printer's model sets it.
    ...(plate === undefined ? ['--first-layer-height', formatNumber(firstLayerMm)] : []),
    ...['--fill-density', `${formatNumber(infillPercent)}%`],
    ...patternOptions(settings),
    ...(plate === undefined ? nozzleOptions(settings) : []),
    ...(supports ? ['--support-material', '--support-material-auto'] : ['--no-support-material']),
    ...(profile === 'coarse' ? ['--resolution', formatNumber(coarseResolutionMm)] : []),
    ...(raft ? ['--raft-layers', '1'] : []),
    ...(copies === 1 ? [] : ['--duplicate', formatNumber(copies)]),
    ...(printing === undefined ? [] : printingOptions(printing)),
    ...['--output', gcodeFile],
    modelFile,
  ]
}

/** Returns the infill pattern. PrusaSlicer rejects the grid pattern at 100 %. The profile of a printer's model sets its pattern. */
function patternOptions({ infillPercent, plate }: SliceSettings): string[] {
  if (infillPercent >= 100) return ['--fill-pattern', 'rectilinear']
  return plate === undefined ? ['--fill-pattern', 'grid'] : []
}

function nozzleOptions({ nozzleMm, flow, printing }: SliceSettings): string[] {
  const mm3PerS = flowMm3PerS[flow]
  return [
    ...['--nozzle-diameter', formatNumber(nozzleMm)],
    ...(nozzleMm === 0.4 ? [] : widthOptions.flatMap((name) => [`--${name}`, '0'])),
    ...[
      '--filament-max-volumetric-speed',
      formatNumber(printing === undefined ? mm3PerS : flowFor(printing, mm3PerS)),
    ],
  ]
}

function printingOptions(printing: Printing): string[] {
  return Object.entries(printingSettings(printing)).flatMap(([key, value]) => {
    const name = key.replaceAll('_', '-')
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return [`--${name}`, typeof value === 'number' ? formatNumber(value) : value]
  })
}

/** Formats with at most four decimals and no exponent: 0.1 + 0.2 becomes 0.3. */
function formatNumber(value: number): string {
  return String(Number(value.toFixed(4)))
}
