// Runs the core on a small part while it is idle. Browsers first compile WASM quickly, and optimize functions that run
// often. Without the warm-up, the first large file would run on unoptimized code.

import type { InspectSettings } from '../../../geometry/messages.ts'
import { bytesOf, type Instance } from '../../../geometry/run-task.ts'
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import { binaryStl } from '../base/stl.ts'

const maxRuns = 40
const across = 64
const settings: InspectSettings = {
  nozzleMm: 0.4,
  overhangDeg: 60,
  buildVolumeMm,
}

/** Ends immediately when `isWanted`. */
export async function warmUp(instance: Instance, isWanted: () => boolean): Promise<void> {
  const stl = wavySlab()
  for (let run = 0; run < maxRuns && !isWanted(); run++) {
    await instance.run({ format: 'stl', work: { kind: 'measure' } }, () => bytesOf(stl))
    if (run % 2 === 0) {
      const work = { kind: 'inspect', settings, outputs: { mesh: true } } as const
      await instance.run({ format: 'stl', work }, () => bytesOf(stl))
    }
    // Lets messages arrive between tasks.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Returns a closed slab with waves on both sides. */
function wavySlab(): Uint8Array<ArrayBuffer> {
  const corners: number[] = []
  const at = (x: number, y: number, top: boolean): [number, number, number] => {
    const wave = Math.sin(x / 3) + Math.cos(y / 4)
    return [x, y, top ? 6 + wave : wave]
  }
  const quad = (...[a, b, c, d]: readonly [number, number, number][]) => {
    for (const point of [a, b, c, a, c, d]) corners.push(...(point ?? []))
  }
  for (let x = 0; x < across; x++) {
    for (let y = 0; y < across; y++) {
      quad(at(x, y, true), at(x + 1, y, true), at(x + 1, y + 1, true), at(x, y + 1, true))
      quad(at(x, y, false), at(x, y + 1, false), at(x + 1, y + 1, false), at(x + 1, y, false))
    }
    const [low, high] = [x, x + 1]
    quad(at(low, 0, false), at(high, 0, false), at(high, 0, true), at(low, 0, true))
    quad(
      at(high, across, false),
      at(low, across, false),
      at(low, across, true),
      at(high, across, true),
    )
    quad(at(0, high, false), at(0, low, false), at(0, low, true), at(0, high, true))
    quad(
      at(across, low, false),
      at(across, high, false),
      at(across, high, true),
      at(across, low, true),
    )
  }
  return binaryStl(corners)
}
