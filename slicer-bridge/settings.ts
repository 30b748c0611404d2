// The settings of a job that change its slice. Material, colour, quality and quantity do not.

export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
  /** Default false. */
  readonly supports?: boolean
}

const NOZZLES_MM = [0.2, 0.4, 0.6, 0.8]

/** Throws on settings that no order can have: the caller clamps, so anything else is a bug. */
export function checkSettings({ layerHeightMm, infillPercent, nozzleMm }: SliceSettings): void {
  if (!NOZZLES_MM.includes(nozzleMm)) throw new RangeError(`no such nozzle: ${nozzleMm} mm`)
  const share = layerHeightMm / nozzleMm
  if (!(share > 0.199 && share < 0.751)) {
    throw new RangeError(`a layer of ${layerHeightMm} mm does not go with a ${nozzleMm} mm nozzle`)
  }
  if (!(infillPercent >= 0 && infillPercent <= 100)) {
    throw new RangeError(`no such infill: ${infillPercent} %`)
  }
}
