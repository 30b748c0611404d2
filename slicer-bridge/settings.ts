// The settings of a job that affect its slice. Material, color, quality and quantity do not.

export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
  /** Default false. */
  readonly supports?: boolean
  /** Copies on one plate, arranged by the slicer. Default 1. */
  readonly copies?: number
  /** Of the nozzle and the bed, in degrees Celsius. Default: those of the profile. */
  readonly temperatures?: { readonly nozzle: number; readonly bed: number }
}

const nozzlesMm = [0.2, 0.4, 0.6, 0.8]
const maxCopies = 50

/** Throws a RangeError on settings that no order can have: callers clamp them, so any other value is a bug. */
export function checkSettings(settings: SliceSettings): void {
  const { layerHeightMm, infillPercent, nozzleMm, copies = 1, temperatures } = settings
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
  const { nozzle, bed } = temperatures ?? { nozzle: 200, bed: 60 }
  if (!(nozzle >= 150 && nozzle <= 300 && bed >= 0 && bed <= 120)) {
    throw new RangeError(`no such temperatures: nozzle ${nozzle}, bed ${bed}`)
  }
}
