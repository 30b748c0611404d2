// The slicer of the simulation: it takes the seconds of a plate from the estimate of the model, more or less, and writes a short file.
import { writeFile } from 'node:fs/promises'
import { sha256Hex } from '../../server/domain/base/hash.ts'
import type { PlateSlicer } from '../../server/domain/farm/ports.ts'
import { printedAs } from '../../server/domain/measurement/supports.ts'
import { plateSeconds, timesOfEstimate } from '../../server/domain/planning/print-times.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { gcode } from '../../test/helpers/models/gcode.ts'
import type { Dice } from '../agreement/dice.ts'

/** On every bed of the farm. */
const file = gcode({ extrudedMm: 1000, lengthMm: 1000, grams: 3, time: '1h 0m 0s' })

/** Throws for a model that was not estimated: every part of the day is. */
export function createFakeSlicer(
  { printEstimates, temporaryFiles }: Pick<Deps, 'printEstimates' | 'temporaryFiles'>,
  dice: Dice,
): PlateSlicer {
  return {
    slice: async ({ sha256, format, units, settings: asked, copies }) => {
      const { supports: _, ...settings } = asked
      const estimate = await printEstimates.read({ sha256, format, units, settings })
      if (estimate?.kind !== 'estimated') throw new Error(`${sha256} was not estimated`)
      const path = temporaryFiles.path()
      await writeFile(path, file, { mode: 0o600 })
      const noise = dice.between(92, 112) / 100
      return {
        kind: 'plate',
        path,
        sizeBytes: Buffer.byteLength(file),
        sha256: await sha256Hex(file),
        filamentCm3: printedAs(estimate).filamentCm3 * copies,
        seconds: Math.round(plateSeconds(timesOfEstimate(estimate), copies) * noise),
        layers: estimate.layers,
        warnings: [],
      }
    },
  }
}
