// How each material is printed, and the most heat that a file for it may ask for.
import type { Material } from './options.ts'

/**
 * As makers of the filament recommend: degrees Celsius, speed of the fan in percent, and the first layers without it. ABS and ASA crack
 * between layers when a fan cools them. Structurally the type of the same name in slicer-bridge.
 */
export const printings = {
  pla: { filamentType: 'PLA', nozzleC: 215, bedC: 60, fan: { min: 35, max: 100, offLayers: 1 } },
  petg: { filamentType: 'PETG', nozzleC: 240, bedC: 80, fan: { min: 30, max: 50, offLayers: 3 } },
  abs: { filamentType: 'ABS', nozzleC: 250, bedC: 100, fan: { min: 0, max: 15, offLayers: 4 } },
  asa: { filamentType: 'ASA', nozzleC: 255, bedC: 100, fan: { min: 0, max: 20, offLayers: 4 } },
  tpu: { filamentType: 'FLEX', nozzleC: 225, bedC: 45, fan: { min: 40, max: 80, offLayers: 1 } },
} as const satisfies Record<Material, object>

/**
 * mm3 of filament per second that a plate of the material is printed with at most; null where that slows no print down. Vendors' presets of
 * soft filament have 1.2 to 2; plates without a preset of their own are sliced with the same value (slicer-bridge/printing-settings.ts).
 */
export const flowMm3PerS: Record<Material, number | null> = {
  pla: null,
  petg: null,
  abs: null,
  asa: null,
  tpu: 2,
}

/** Degrees Celsius: the most that slicers' profiles for the material use, with a margin for flushing. */
export const hottest: Record<Material, { readonly nozzleC: number; readonly bedC: number }> = {
  pla: { nozzleC: 260, bedC: 80 },
  petg: { nozzleC: 280, bedC: 100 },
  abs: { nozzleC: 290, bedC: 120 },
  asa: { nozzleC: 290, bedC: 120 },
  tpu: { nozzleC: 265, bedC: 80 },
}
