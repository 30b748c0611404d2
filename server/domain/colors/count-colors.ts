// Counts colors by area with an sRGB histogram. Each bin keeps the mean of its colors.
import type { Rgb } from './lab.ts'

/** Bits per channel: 32,768 bins, which limits memory and later computation. */
const bits = 5
const shift = 8 - bits

/** `weight` is the area; less, or 0, for a transparent area. */
export type AddColor = (red: number, green: number, blue: number, weight: number) => void

export type CountedColor = {
  /** Mean of the bin; not necessarily integers. */
  readonly rgb: Rgb
  readonly weight: number
}

export type ColorCounter = {
  readonly add: AddColor
  /** Returns the heaviest bins first; empty if nothing visible was added. */
  readonly counted: () => readonly CountedColor[]
}

export function createColorCounter(): ColorCounter {
  const bins = new Map<number, { red: number; green: number; blue: number; weight: number }>()
  return {
    add: (red, green, blue, weight) => {
      if (!(weight > 0)) return
      const key = ((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift)
      let bin = bins.get(key)
      if (bin === undefined) {
        bin = { red: 0, green: 0, blue: 0, weight: 0 }
        bins.set(key, bin)
      }
      bin.red += red * weight
      bin.green += green * weight
      bin.blue += blue * weight
      bin.weight += weight
    },
    counted: () =>
      [...bins.values()]
        .map(({ red, green, blue, weight }) => ({
          rgb: [red / weight, green / weight, blue / weight] as const,
          weight,
        }))
        .toSorted((one, other) => other.weight - one.weight),
  }
}
