// The slicer's arguments: arrays of fixed words and checked numbers, never a shell line. File names
// are relative to the job's own folder, so that the same settings give the same array every time.
import type { SliceProfile } from './outcome.ts'
import { checkSettings, type SliceSettings } from './settings.ts'

/** The files of a job's folder. */
export const MODEL_FILE = 'model.stl'
export const PROFILE_FILE = 'profile.ini'
export const GCODE_FILE = 'out.gcode'
const DATA_FOLDER = 'data'

export type Variant = { readonly rung: SliceProfile; readonly raft: boolean }

/** Every variant that a ladder may run. */
export const VARIANTS: readonly Variant[] = [
  { rung: 'quote', raft: false },
  { rung: 'quote', raft: true },
  { rung: 'coarse', raft: false },
  { rung: 'coarse', raft: true },
]

const BED_CENTRE = '170,160'
const FLOW_MM3_PER_S = { standard: 12, high: 19.2 } as const
/** Also under thinner layers: at 0.1 mm models on small feet fail with an empty first layer. */
const FIRST_LAYER_MM = 0.2
const COARSE_RESOLUTION_MM = 0.1
/** The widths in the profile are those of a 0.4 mm nozzle; 0 lets the slicer choose. */
const WIDTHS = [
  'extrusion-width',
  'external-perimeter-extrusion-width',
  'perimeter-extrusion-width',
  'infill-extrusion-width',
  'solid-infill-extrusion-width',
  'top-infill-extrusion-width',
  'first-layer-extrusion-width',
]

/** Everything after the name of the binary. Throws on settings out of range. */
export function sliceArguments(settings: SliceSettings, { rung, raft }: Variant): string[] {
  checkSettings(settings)
  const { layerHeightMm, infillPercent, nozzleMm, flow, supports = false } = settings
  return [
    '--export-gcode',
    ...['--load', PROFILE_FILE],
    ...['--datadir', DATA_FOLDER],
    ...['--center', BED_CENTRE],
    ...['--layer-height', plain(layerHeightMm)],
    ...['--first-layer-height', plain(FIRST_LAYER_MM)],
    ...['--fill-density', `${plain(infillPercent)}%`],
    // Grid cannot be printed solid; the slicer refuses it.
    ...['--fill-pattern', infillPercent >= 100 ? 'rectilinear' : 'grid'],
    ...['--nozzle-diameter', plain(nozzleMm)],
    ...(nozzleMm === 0.4 ? [] : WIDTHS.flatMap((name) => [`--${name}`, '0'])),
    ...['--filament-max-volumetric-speed', plain(FLOW_MM3_PER_S[flow])],
    ...(supports ? ['--support-material', '--support-material-auto'] : ['--no-support-material']),
    ...(rung === 'coarse' ? ['--resolution', plain(COARSE_RESOLUTION_MM)] : []),
    ...(raft ? ['--raft-layers', '1'] : []),
    ...['--output', GCODE_FILE],
    MODEL_FILE,
  ]
}

/** Four decimals at most and no exponent: 0.1 + 0.2 is written 0.3. */
function plain(value: number): string {
  return String(Number(value.toFixed(4)))
}
