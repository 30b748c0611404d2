// How a material is printed, in the slicer's own settings.
import type { Printing } from './settings.ts'

/** The settings under the names of a configuration. */
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
