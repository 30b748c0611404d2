// What the pool and its workers say to each other.
import type { MeasureOutcome } from './outcome'

export type Format = 'stl' | 'obj' | 'glb' | 'gltf' | '3mf' | 'gcode'
export type CallerUnit = 'mm' | 'cm' | 'm' | 'in'

/** Where a job's bytes come from: a file that the worker reads itself, or bytes that are moved to it. */
export type Source = { path: string } | { bytes: Uint8Array }

export type Task = { source: Source; format: Format; units?: CallerUnit }

/** Pool to worker. The module comes first and once. */
export type ToWorker = { module: WebAssembly.Module } | { task: Task }

/** Worker to pool: one answer a task. */
export type FromWorker = {
  /** `broken`: the instance must not be used again. `error`: the task itself could not be run. */
  result:
    | { kind: 'outcome'; outcome: MeasureOutcome }
    | { kind: 'broken'; reason: string }
    | { kind: 'error'; message: string }
  /** Linear memory of the instance, which never shrinks. */
  memoryBytes: number
}
