// The slicer of the simulation: it derives the seconds of a plate from the estimate of the model, with a deviation,
// and writes a short file.

import { writeFile } from 'node:fs/promises'
import { sha256Hex } from '../../server/domain/base/hash.ts'
import type { PlateRequest, PlateSlicer } from '../../server/domain/farm/slice-ports.ts'
import type { Estimated } from '../../server/domain/measurement/processing.ts'
import type { SliceSettings } from '../../server/domain/measurement/slice-settings.ts'
import { printedAs } from '../../server/domain/measurement/supports.ts'
import { plateSeconds, timesOfEstimate } from '../../server/domain/planning/print-times.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { gcode } from '../../testing/models/gcode.ts'
import type { Dice } from '../lib/dice.ts'

/** Fits every bed of the farm. */
const file = gcode({ extrudedMm: 1000, lengthMm: 1000, grams: 3, time: '1h 0m 0s' })

/** Creates the slicer. It throws for a model without an estimate: every part of the day has one. */
export function createFakeSlicer(
  { printEstimates, temporaryFiles }: Pick<Deps, 'printEstimates' | 'temporaryFiles'>,
  dice: Dice,
): PlateSlicer {
  const estimateOf = async (
    { sha256, format, units }: Pick<PlateRequest, 'sha256' | 'format' | 'units'>,
    asked: SliceSettings,
  ): Promise<Estimated> => {
    const { supports: _, ...settings } = asked
    const estimate = await printEstimates.read({ sha256, format, units, settings })
    if (estimate?.kind !== 'estimated') throw new Error(`${sha256} was not estimated`)
    return estimate
  }
  const plate = async (seconds: number, filamentCm3: number, layers: number) => {
    const path = temporaryFiles.path()
    await writeFile(path, file, { mode: 0o600 })
    return {
      kind: 'plate' as const,
      path,
      sizeBytes: Buffer.byteLength(file),
      sha256: await sha256Hex(file),
      filamentCm3,
      layers,
      warnings: [],
      seconds: Math.round((seconds * dice.between(92, 112)) / 100),
    }
  }
  return {
    slice: async ({ settings, copies, material, ...model }) => {
      const estimate = await estimateOf(model, settings)
      const seconds = plateSeconds(timesOfEstimate(estimate, material), copies)
      return await plate(seconds, printedAs(estimate).filamentCm3 * copies, estimate.layers)
    },
    sliceShared: async ({ settings, parts, material }) => {
      let [seconds, filamentCm3, layers] = [0, 0, 0]
      for (const { copies, ...model } of parts) {
        const estimate = await estimateOf(model, settings)
        seconds += plateSeconds(timesOfEstimate(estimate, material), copies.length)
        filamentCm3 += printedAs(estimate).filamentCm3 * copies.length
        layers = Math.max(layers, estimate.layers)
      }
      return await plate(seconds, filamentCm3, layers)
    },
  }
}
