// The settings of an order that change how it is sliced.
import {
  defaultPrintOptions,
  type NozzleDiameterMm,
  type NozzleFlow,
  nozzleDiametersMm,
  type PrintOptions,
} from '../catalog/options.ts'

/** Material, color, quality and quantity do not change a slice. Structurally the type of the same name in slicer-bridge. */
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

/** Without supports the settings stay as they are, and so does the key that a slice is stored under. */
export const withSupports = (settings: SliceSettings, supports: boolean): SliceSettings =>
  supports ? { ...settings, supports } : settings

export const defaultSliceSettings: SliceSettings = sliceSettings(defaultPrintOptions)
