// Effects of changed choices.
import type { PrintOptions } from '../../../domain/catalog/options.ts'

export const isSameFields = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/** Whether both parts are sliced in the same way. */
export const isSameSlice = (one: PrintOptions, other: PrintOptions): boolean =>
  one.layerHeight === other.layerHeight &&
  one.infill === other.infill &&
  one.nozzleFlow === other.nozzleFlow
