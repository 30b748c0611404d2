// One thread, one WASM instance. Reads a file straight into linear memory, measures it, answers.
// The pool replaces the whole worker when the instance is broken or has grown too large.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { FromWorker, Task, ToWorker } from './messages'
import type { MeasureOutcome } from './outcome'
import { Input, initSync, measure, refuseSize } from './pkg/geometry.js'

// The crate calls this between passes. A worker in the middle of WASM can only be terminated while
// it calls out (measured on Bun 1.4.5: a loop that never does runs on after terminate()).
Object.assign(globalThis, { geometryCheckpoint: () => {} })

let memory: WebAssembly.Memory | undefined

parentPort?.on('message', (message: ToWorker) => {
  if ('module' in message) {
    memory = initSync({ module: message.module }).memory
    return
  }
  const result = run(message.task)
  const answer: FromWorker = { result, memoryBytes: memory?.buffer.byteLength ?? 0 }
  parentPort?.postMessage(answer)
})

function run(task: Task): FromWorker['result'] {
  try {
    const input = 'path' in task.source ? readFile(task.source.path) : copy(task.source.bytes)
    if (typeof input === 'string') return { kind: 'outcome', outcome: parse(input) }
    const json = measure(input, task.format, task.units)
    return { kind: 'outcome', outcome: parse(json) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    return trapped ? { kind: 'broken', reason } : { kind: 'error', message: reason }
  }
}

/** The crate's own JSON. */
function parse(json: string): MeasureOutcome {
  return JSON.parse(json) as MeasureOutcome
}

/** Room for the bytes, or the refusal of their size as JSON. */
function allocate(length: number): Input | string {
  const refusal = refuseSize(length)
  if (refusal !== undefined) return refusal
  const input = Input.allocate(length)
  if (input === undefined) throw new RangeError(`no room for a file of ${length} bytes`)
  return input
}

function view(input: Input, length: number): Uint8Array {
  if (memory === undefined) throw new Error('a task came before the module')
  return new Uint8Array(memory.buffer, input.address, length)
}

function copy(bytes: Uint8Array): Input | string {
  const input = allocate(bytes.length)
  if (typeof input !== 'string') view(input, bytes.length).set(bytes)
  return input
}

function readFile(path: string): Input | string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const input = allocate(size)
    if (typeof input === 'string') return input
    const target = view(input, size)
    let done = 0
    while (done < size) {
      const count = readSync(file, target, done, size - done, done)
      if (count === 0)
        throw new Error(`the file shrank while it was read: ${done} of ${size} bytes`)
      done += count
    }
    return input
  } finally {
    closeSync(file)
  }
}
