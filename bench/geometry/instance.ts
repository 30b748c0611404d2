// One warm instance of the geometry core in this process.
import { readFileSync } from 'node:fs'
import type { JobOutcome, Work } from '../../geometry/messages.ts'
import { bytesOf, createInstance, type Instance } from '../../geometry/run-task.ts'

/** Opens an instance without the Draco decoder. */
export function openInstance(): Instance {
  const wasm = readFileSync(new URL('../../geometry/pkg/geometry_bg.wasm', import.meta.url))
  return createInstance({
    module: new WebAssembly.Module(wasm),
    dracoWasm: () => Promise.reject(new Error('this instance has no Draco decoder')),
  })
}

/** Runs the work on a binary STL. `ms`: processor time, including reading the bytes. */
export async function runTimed(
  instance: Instance,
  bytes: Uint8Array,
  work: Work,
): Promise<{ readonly ms: number; readonly outcome: JobOutcome }> {
  const before = process.cpuUsage()
  const result = await instance.run({ format: 'stl', work }, () => bytesOf(bytes))
  const { user, system } = process.cpuUsage(before)
  if (result.kind !== 'outcome') throw new Error(JSON.stringify(result))
  return { ms: (user + system) / 1000, outcome: result.outcome }
}
