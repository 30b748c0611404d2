// The settings of a job that affect its slice. Material, color, quality and quantity do not.

export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
  /** Default false. */
  readonly supports?: boolean
}

const nozzlesMm = [0.2, 0.4, 0.6, 0.8]

/** Throws a RangeError on settings that no order can have: callers clamp them, so any other value is a bug. */
export function checkSettings({ layerHeightMm, infillPercent, nozzleMm }: SliceSettings): void {
  if (!nozzlesMm.includes(nozzleMm)) throw new RangeError(`no such nozzle: ${nozzleMm} mm`)
  const share = layerHeightMm / nozzleMm
  if (!(share > 0.199 && share < 0.751)) {
    throw new RangeError(`a layer of ${layerHeightMm} mm does not fit a ${nozzleMm} mm nozzle`)
  }
  if (!(infillPercent >= 0 && infillPercent <= 100)) {
    throw new RangeError(`no such infill: ${infillPercent} %`)
  }
}
