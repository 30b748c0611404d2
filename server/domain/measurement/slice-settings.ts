// The settings of an order that change how it is sliced, and those of an order that names none.
import type { PrintOptions } from '../catalog/options.ts'

/** What of an order changes its slice; material, colour, quality and quantity do not. Structurally slicer-bridge's. */
export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: 0.2 | 0.4 | 0.6 | 0.8
  readonly flow: 'standard' | 'high'
  readonly supports?: boolean
}

/** Defaults of service.md's submit form. */
export const defaultSliceSettings: SliceSettings = {
  layerHeightMm: 0.2,
  infillPercent: 20,
  nozzleMm: 0.4,
  flow: 'standard',
}

const nozzlesMm = [0.2, 0.4, 0.6, 0.8] as const

export function sliceSettings({
  layerHeight,
  infill,
  nozzleDiameter,
  nozzleFlow,
}: Pick<PrintOptions, 'layerHeight' | 'infill' | 'nozzleDiameter' | 'nozzleFlow'>): SliceSettings {
  return {
    layerHeightMm: layerHeight,
    infillPercent: infill,
    nozzleMm: nozzlesMm.find((nozzle) => nozzle === nozzleDiameter) ?? 0.4,
    flow: nozzleFlow,
  }
}
