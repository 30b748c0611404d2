// Runs tasks on one WASM instance. The server's pool workers and the browser's page worker both use
// this file, so it imports nothing of Node. A thread has one instance, because the bindings keep it
// in a module variable.
import { decodeCompressed, isCompressed } from './decoders/index.ts'
import { execute, type Readable } from './execute-task.ts'
import type { Format, ModelTask, TaskResult } from './messages.ts'
import { parseOutcome } from './parse-outcome.ts'
import { Input, initSync, refuseSize } from './pkg/geometry.js'

// The crate calls this function between passes. A worker can be terminated only while its WASM code
// calls out (measured on Bun 1.4.5: a loop that never calls out keeps running after terminate()).
Object.assign(globalThis, { geometryCheckpoint: () => {} })

export type InstanceOptions = {
  /** Compiled module, or the bytes of `pkg/geometry_bg.wasm`. */
  module: WebAssembly.Module | ArrayBuffer | Uint8Array<ArrayBuffer>
  /**
   * Returns the bytes of draco3dgltf's `draco_decoder_gltf.wasm`. Called when a file first needs
   * it.
   */
  dracoWasm: () => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Bytes of a task. `read` fills `target` with the bytes from `offset` on. `close` is called once,
 * at the end.
 */
export type TaskBytes = {
  length: number
  read: (target: Uint8Array, offset: number) => void
  close?: () => void
}

export type Instance = {
  /** Runs a task. Never rejects. After `broken` the instance must not be used again. */
  run(task: Omit<ModelTask, 'source'>, open: () => TaskBytes): Promise<TaskResult>
  /**
   * Returns the size of linear memory, which never shrinks, plus the memory that the mesh decoders
   * may retain.
   */
  memoryBytes(): number
}

/** Returns the bytes of a file that is already in memory. */
export function bytesOf(bytes: Uint8Array): TaskBytes {
  const read: TaskBytes['read'] = (target, offset) =>
    target.set(bytes.subarray(offset, offset + target.length))
  return { length: bytes.length, read }
}

/**
 * Instantiates the module. A second call in the same thread returns the same memory, so use one
 * instance per thread.
 */
export function createInstance({ module, dracoWasm }: InstanceOptions): Instance {
  const { memory } = initSync({ module })
  const viewAt = (address: number, length: number) => new Uint8Array(memory.buffer, address, length)
  /** Input plus output size of the largest file that a mesh decoder has decoded. */
  let decoderBytes = 0

  /**
   * Loads the file into linear memory and decompresses it where the crate cannot. Returns a refusal
   * as JSON if that fails.
   */
  async function load(format: Format, open: () => TaskBytes): Promise<Readable | string> {
    const file = open()
    let read: Readable | CompressedFile | string
    try {
      read = readFile(file, format)
    } finally {
      file.close?.()
    }
    if (typeof read === 'string' || 'input' in read) return read
    const decoded = await decodeCompressed(read.compressed, read.format, { dracoWasm })
    if (decoded.kind === 'unreadable') return JSON.stringify(decoded)
    decoderBytes = Math.max(decoderBytes, 2 * decoded.bytes.length)
    const plain = readFile(bytesOf(decoded.bytes), 'glb')
    if (typeof plain === 'string' || 'input' in plain) return plain
    throw new Error('the decoded file is compressed')
  }

  /**
   * Writes the file into linear memory in chunks. The crate parses a binary STL while the chunks
   * arrive.
   */
  function readFile(file: TaskBytes, format: Format): Readable | CompressedFile | string {
    const input = allocate(file.length, format)
    if (typeof input === 'string') return input
    for (let at = 0; at < file.length; ) {
      const part = viewAt(input.address, input.length)
      file.read(part, at)
      // A glTF file arrives in one chunk.
      if ((format === 'glb' || format === 'gltf') && isCompressed(part, format)) {
        const compressed = part.slice()
        input.free()
        return { compressed, format }
      }
      at += part.length
      if (!input.take()) throw outOfMemory(file.length)
    }
    return { input, format }
  }

  return {
    async run(task, open) {
      try {
        const file = await load(task.format, open)
        const outcome =
          typeof file === 'string'
            ? parseOutcome(file)
            : execute({ ...file, units: task.units, viewAt }, task.work)
        return { kind: 'outcome', outcome }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
        return trapped ? { kind: 'broken', reason } : { kind: 'error', message: reason }
      }
    },
    memoryBytes: () => memory.buffer.byteLength + decoderBytes,
  }
}

type CompressedFile = { compressed: Uint8Array; format: 'glb' | 'gltf' }

/** Returns the buffers of a result, which can be transferred instead of copied. */
export function transferList(result: TaskResult): ArrayBuffer[] {
  if (result.kind !== 'outcome') return []
  const { outcome } = result
  const buffer = (file: Uint8Array | null) =>
    file?.buffer instanceof ArrayBuffer ? [file.buffer] : []
  if (outcome.kind === 'mesh') return buffer(outcome.picture ?? null)
  if (outcome.kind === 'processed') {
    return [outcome.stl, outcome.glb, outcome.threemf ?? null].flatMap(buffer)
  }
  if (outcome.kind === 'changed') return outcome.files.flatMap(buffer)
  if (outcome.kind === 'placed') return [outcome.stl.buffer]
  if (outcome.kind === 'drawn') return [outcome.picture.buffer]
  if (outcome.kind === 'silhouette') return [outcome.bits.buffer]
  if (outcome.kind !== 'inspected') return []
  const { mesh, picture } = outcome
  const arrays = mesh ? [mesh.positions.buffer, mesh.indices.buffer, mesh.flags.buffer] : []
  return [...arrays, ...buffer(picture)]
}

/** Allocates an input for the bytes. Returns a refusal as JSON if the size is refused. */
function allocate(length: number, format: Format): Input | string {
  const refusal = refuseSize(length)
  if (refusal !== undefined) return refusal
  const input = Input.allocate(length, format)
  if (input === undefined) throw outOfMemory(length)
  return input
}

const outOfMemory = (length: number) =>
  new RangeError(`not enough memory for a file of ${length} bytes`)
