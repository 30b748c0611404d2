// One thread with one WASM instance. Reads a file directly into linear memory and runs the task on it. The pool replaces the
// whole worker when the instance is broken or has grown too large.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { decodeCompressed, isCompressed } from './decoders/index.ts'
import type { Format, FromWorker, JobOutcome, Task, ToWorker, Work } from './messages.ts'
import { estimate, Input, initSync, measure, process, refuseSize } from './pkg/geometry.js'

// Requests take precedence over measuring when cores are scarce. Linux lowers only the calling thread (verified in
// /proc/self/task on Bun 1.4.5); elsewhere this would lower the whole process.
if (platform() === 'linux') setPriority(0, 10)

// The crate calls this between passes. A worker that runs WASM can only be terminated while it calls out (measured on
// Bun 1.4.5: a loop that never calls out keeps running after terminate()).
Object.assign(globalThis, { geometryCheckpoint: () => {} })

let memory: WebAssembly.Memory | undefined
/** Memory that the mesh decoders may retain: the input and output size of the largest file they decoded. */
let decoderBytes = 0

parentPort?.on('message', async (message: ToWorker) => {
  if ('module' in message) {
    memory = initSync({ module: message.module }).memory
    return
  }
  const result = await run(message.task)
  const memoryBytes = (memory?.buffer.byteLength ?? 0) + decoderBytes
  parentPort?.postMessage({ result, memoryBytes } satisfies FromWorker, transferList(result))
})

async function run(task: Task): Promise<FromWorker['result']> {
  try {
    const file = await load(task)
    if (typeof file === 'string') return { kind: 'outcome', outcome: parse(file) }
    return { kind: 'outcome', outcome: execute(file, task) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    return trapped ? { kind: 'broken', reason } : { kind: 'error', message: reason }
  }
}

type Loaded = { input: Input; length: number }
type Readable = { input: Input; format: Format }

/** The task's file in linear memory, decompressed where the crate does not do it; or a refusal as JSON. */
async function load({ source, format }: Task): Promise<Readable | string> {
  const file = 'path' in source ? readFile(source.path) : copy(source.bytes)
  if (typeof file === 'string') return file
  const bytes = view(file.input, file.length)
  if ((format !== 'glb' && format !== 'gltf') || !isCompressed(bytes, format))
    return { input: file.input, format }
  const compressed = bytes.slice()
  file.input.free()
  const decoded = await decodeCompressed(compressed, format)
  if (decoded.kind === 'unreadable') return JSON.stringify(decoded)
  decoderBytes = Math.max(decoderBytes, 2 * decoded.bytes.length)
  const plain = copy(decoded.bytes)
  return typeof plain === 'string' ? plain : { input: plain.input, format: 'glb' }
}

function execute({ input, format }: Readable, { work, units }: Task): JobOutcome {
  switch (work.kind) {
    case 'measure':
      return parse(measure(input, format, units))
    case 'process':
      return processed({ input, format }, units, work)
    case 'estimate':
      return parse(estimate(input, format, units, JSON.stringify(work.settings)))
  }
}

/** The files are copied out, because the next job reuses the linear memory. */
function processed(
  { input, format }: Readable,
  units: Task['units'],
  { options, outputs }: Extract<Work, { kind: 'process' }>,
): JobOutcome {
  const { stl, glb } = outputs
  const result = process(input, format, units, JSON.stringify(options), stl, glb)
  try {
    const outcome = parse(result.json)
    if (outcome.kind !== 'processed') return outcome
    return {
      ...outcome,
      stl: stl ? viewAt(result.stlAddress, result.stlLength).slice() : null,
      glb: glb ? viewAt(result.glbAddress, result.glbLength).slice() : null,
    }
  } finally {
    result.free()
  }
}

/** The buffers that are transferred to the pool instead of copied. */
function transferList(result: FromWorker['result']): ArrayBuffer[] {
  if (result.kind !== 'outcome' || result.outcome.kind !== 'processed') return []
  const { stl, glb } = result.outcome
  return [stl, glb].flatMap((file) => (file?.buffer instanceof ArrayBuffer ? [file.buffer] : []))
}

/** The crate's own JSON. */
function parse(json: string): JobOutcome {
  return JSON.parse(json) as JobOutcome
}

/** Linear memory for the bytes, or the refusal of their size as JSON. */
function allocate(length: number): Input | string {
  const refusal = refuseSize(length)
  if (refusal !== undefined) return refusal
  const input = Input.allocate(length)
  if (input === undefined) throw new RangeError(`not enough memory for a file of ${length} bytes`)
  return input
}

function view(input: Input, length: number): Uint8Array {
  return viewAt(input.address, length)
}

function viewAt(address: number, length: number): Uint8Array {
  if (memory === undefined) throw new Error('a task arrived before the module')
  return new Uint8Array(memory.buffer, address, length)
}

function copy(bytes: Uint8Array): Loaded | string {
  const { length } = bytes
  const input = allocate(length)
  if (typeof input === 'string') return input
  view(input, length).set(bytes)
  return { input, length }
}

function readFile(path: string): Loaded | string {
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
    return { input, length: size }
  } finally {
    closeSync(file)
  }
}
