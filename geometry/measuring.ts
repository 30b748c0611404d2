// The measuring core: a WASM build that only measures STL files, in a sixth of the size of the whole core. A page loads it
// first, so that the price of a first part does not wait for the rest. Imports nothing of the whole core's bindings.
import type { CallerUnit } from './messages.ts'
import type { MeasureOutcome } from './outcome.ts'
import { parseOutcome } from './parse-outcome.ts'
import { Input, initSync, measureStl } from './pkg/measuring.js'

export type StlReport = Extract<MeasureOutcome, { kind: 'mesh' }>['report']

export type MeasuringCore = {
  /**
   * Measures an STL: the same report, bit by bit, as that of the whole core. Returns null if it cannot be measured, such
   * as a damaged file, one above the limits, or one that exceeds the memory: the whole core has the reason.
   */
  readonly measure: (bytes: Uint8Array, units: CallerUnit | null) => StlReport | null
  readonly memoryBytes: () => number
}

/** Instantiates the module. A second call in the same thread returns the same memory. */
export function createMeasuringCore(module: WebAssembly.Module): MeasuringCore {
  const { memory } = initSync({ module })
  let isBroken = false

  const measured = (bytes: Uint8Array, units: CallerUnit | null): StlReport | null => {
    const input = Input.allocate(bytes.length, 'stl')
    if (input === undefined) return null
    for (let at = 0; at < bytes.length; ) {
      const part = new Uint8Array(memory.buffer, input.address, input.length)
      part.set(bytes.subarray(at, at + part.length))
      at += part.length
      if (!input.take()) {
        input.free()
        return null
      }
    }
    const json = measureStl(input, units ?? undefined)
    if (json === undefined) return null
    const outcome = parseOutcome(json)
    return outcome.kind === 'mesh' ? outcome.report : null
  }
  return {
    measure: (bytes, units) => {
      if (isBroken) return null
      try {
        return measured(bytes, units)
      } catch {
        // A trap leaves the instance unusable. The whole core reads the file again and reports the reason.
        isBroken = true
        return null
      }
    },
    memoryBytes: () => memory.buffer.byteLength,
  }
}
