// The settings of an order that affect slicing.
import {
  defaultPrintOptions,
  type NozzleDiameterMm,
  type NozzleFlow,
  nozzleDiametersMm,
  type PrintOptions,
} from '../catalog/options.ts'

/**
 * Excludes material, color, quality and quantity, which do not affect slicing. Structurally identical to the type of
 * the same name in slicer-bridge.
 */
export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: NozzleDiameterMm
  readonly flow: NozzleFlow
  readonly supports?: boolean
}

export function sliceSettings({
  layerHeight,
  infill,
  nozzleDiameter,
  nozzleFlow,
}: Pick<PrintOptions, 'layerHeight' | 'infill' | 'nozzleDiameter' | 'nozzleFlow'>): SliceSettings {
  const known = nozzleDiametersMm.find((diameter) => diameter === nozzleDiameter)
  return {
    layerHeightMm: layerHeight,
    infillPercent: infill,
    nozzleMm: known ?? defaultPrintOptions.nozzleDiameter,
    flow: nozzleFlow,
  }
}

/** Adds supports. Without supports, the settings and the key of a stored slice do not change. */
export const withSupports = (settings: SliceSettings, supports: boolean): SliceSettings =>
  supports ? { ...settings, supports } : settings

export const defaultSliceSettings: SliceSettings = sliceSettings(defaultPrintOptions)
