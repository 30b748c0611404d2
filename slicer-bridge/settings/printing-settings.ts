// Print settings of a material, in the slicer's terms.
import type { Printing } from './settings.ts'

/** Returns the settings under their configuration names. */
export const printingSettings = ({
  filamentType,
  nozzleC,
  bedC,
  fan,
}: Printing): Readonly<Record<string, string | number | boolean>> => ({
  filament_type: filamentType,
  temperature: nozzleC,
  first_layer_temperature: nozzleC,
  bed_temperature: bedC,
  first_layer_bed_temperature: bedC,
  min_fan_speed: fan.min,
  max_fan_speed: fan.max,
  bridge_fan_speed: fan.max,
  disable_fan_first_layers: fan.offLayers,
  fan_always_on: fan.min > 0,
})

/** mm3 per second, slow enough for soft filament that is pushed through a tube. Vendors' presets have 1.2 to 2. */
export const softMm3PerS = 2

/** Returns the maximum flow for a plate in mm3 per second: less than `mm3PerS` for soft filament. */
export const flowFor = ({ filamentType }: Printing, mm3PerS: number): number =>
  filamentType === 'FLEX' ? Math.min(softMm3PerS, mm3PerS) : mm3PerS
