// The settings of a job that affect its slice. Material, color, quality and quantity do not.

export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
  /** Defaults to false. */
  readonly supports?: boolean
  /** Copies on one plate, arranged by the slicer. Defaults to 1. */
  readonly copies?: number
  /** Whether the model is already at its printing position, in coordinates of the bed. Otherwise it is centered. Defaults to false. */
  readonly placed?: boolean
  /** Produces a file for the farm's printers, with their start and end code. Without it and `plate`, the slice is only for a price. */
  readonly printing?: Printing
  /** Produces a file for printers of one model. */
  readonly plate?: PlateProfile
}

/** How printers of one model print a material: the slicer's configuration without layers, infill, supports and copies. */
export type PlateProfile = {
  /** Lines of `key = value`. The nozzle must be that of the settings. */
  readonly config: string
  /** Center of the plate, in mm. */
  readonly center: readonly [number, number]
  /** Whether the parts are rotated by 90 degrees to fit the bed. Defaults to false. */
  readonly turned?: boolean
}

/** The filaments, as named in `filament_type` of the slicer's configurations. */
export const filamentTypes = ['PLA', 'PETG', 'ABS', 'ASA', 'FLEX'] as const
export type FilamentType = (typeof filamentTypes)[number]

/** How a material is printed. */
export type Printing = {
  readonly filamentType: FilamentType
  /** In degrees Celsius. */
  readonly nozzleC: number
  readonly bedC: number
  /** Fan speed in percent, and the number of first layers without the fan. */
  readonly fan: { readonly min: number; readonly max: number; readonly offLayers: number }
}

const nozzlesMm = [0.2, 0.4, 0.6, 0.8]
const maxCopies = 50

/** Checks the settings. Throws a RangeError on settings that no order can have: callers clamp them, so any other value is a bug. */
export function checkSettings(settings: SliceSettings): void {
  const { layerHeightMm, infillPercent, nozzleMm, copies = 1, printing, plate } = settings
  if (!nozzlesMm.includes(nozzleMm)) throw new RangeError(`no such nozzle: ${nozzleMm} mm`)
  const share = layerHeightMm / nozzleMm
  if (!(share > 0.199 && share < 0.751)) {
    throw new RangeError(`a layer of ${layerHeightMm} mm does not fit a ${nozzleMm} mm nozzle`)
  }
  if (!(infillPercent >= 0 && infillPercent <= 100)) {
    throw new RangeError(`no such infill: ${infillPercent} %`)
  }
  if (!(Number.isInteger(copies) && copies >= 1 && copies <= maxCopies)) {
    throw new RangeError(`no such number of copies: ${copies}`)
  }
  if (printing !== undefined) checkPrinting(printing)
  if (plate !== undefined) checkPlate(plate)
}

/** Checks a plate. Rejects any configuration with a program that the slicer would run, regardless of its source. */
function checkPlate({ config, center }: PlateProfile): void {
  const runsProgram = (line: string) => line.trimStart().startsWith('post_process')
  if (config.split('\n').some(runsProgram)) throw new RangeError('the configuration runs a program')
  if (!center.every(Number.isFinite)) throw new RangeError(`no such center: ${center}`)
}

function checkPrinting({ filamentType, nozzleC, bedC, fan }: Printing): void {
  if (!filamentTypes.includes(filamentType)) {
    throw new RangeError(`no such filament: ${filamentType}`)
  }
  if (!(nozzleC >= 150 && nozzleC <= 300 && bedC >= 0 && bedC <= 120)) {
    throw new RangeError(`no such temperatures: nozzle ${nozzleC}, bed ${bedC}`)
  }
  const { min, max, offLayers } = fan
  if (!(min >= 0 && min <= max && max <= 100 && offLayers >= 0)) {
    throw new RangeError(`no such fan: ${min} to ${max} % after ${offLayers} layers`)
  }
}
