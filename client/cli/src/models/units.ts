// Unit of the coordinates in a model file.
import type { Arguments, OptionSpec } from '../terminal/options.ts'

export const units = ['mm', 'cm', 'm', 'in'] as const

export const unitsOption: OptionSpec = {
  name: 'units',
  value: 'UNIT',
  choices: units,
  description:
    "What the numbers in the file mean, if not its format's own unit (STL and OBJ: mm, GLB: m).",
}

export const readUnits = (args: Arguments): (typeof units)[number] | undefined =>
  units.find((unit) => unit === args.text('units'))
