// Print parameters of each material, and the maximum temperatures that a file for it may set.
import type { Material } from './options.ts'

/**
 * As filament manufacturers recommend: temperatures in degrees Celsius and fan speed in percent; the first layers are
 * printed without the fan. ABS and ASA crack between layers if a fan cools them. Structurally identical to the type of
 * the same name in slicer-bridge.
 */
export const printings = {
  pla: { filamentType: 'PLA', nozzleC: 215, bedC: 60, fan: { min: 35, max: 100, offLayers: 1 } },
  petg: { filamentType: 'PETG', nozzleC: 240, bedC: 80, fan: { min: 30, max: 50, offLayers: 3 } },
  abs: { filamentType: 'ABS', nozzleC: 250, bedC: 100, fan: { min: 0, max: 15, offLayers: 4 } },
  asa: { filamentType: 'ASA', nozzleC: 255, bedC: 100, fan: { min: 0, max: 20, offLayers: 4 } },
  tpu: { filamentType: 'FLEX', nozzleC: 225, bedC: 45, fan: { min: 40, max: 80, offLayers: 1 } },
} as const satisfies Record<Material, object>

/**
 * Maximum filament flow of a plate in mm3/s; null if the limit would not slow any print down. Vendor presets for soft
 * filament have 1.2 to 2. Plates without a preset are sliced with the same value
 * (slicer-bridge/settings/printing-settings.ts).
 */
export const flowMm3PerS: Record<Material, number | null> = {
  pla: null,
  petg: null,
  abs: null,
  asa: null,
  tpu: 2,
}

/** In degrees Celsius: the highest values in slicer profiles for the material, plus a margin for purging. */
export const hottest: Record<Material, { readonly nozzleC: number; readonly bedC: number }> = {
  pla: { nozzleC: 260, bedC: 80 },
  petg: { nozzleC: 280, bedC: 100 },
  abs: { nozzleC: 290, bedC: 120 },
  asa: { nozzleC: 290, bedC: 120 },
  tpu: { nozzleC: 265, bedC: 80 },
}
