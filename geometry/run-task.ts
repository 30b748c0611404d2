// Runs tasks on one WASM instance. Used by the pool's workers on the server and by the worker of a page: imports nothing of Node.
// A thread has one instance, because the bindings hold it in a variable of their module.
import { decodeCompressed, isCompressed } from './decoders/index.ts'
import type { Format, JobOutcome, ModelTask, TaskResult, Work } from './messages.ts'
import {
  change,
  draw,
  estimate,
  Input,
  initSync,
  inspect,
  measure,
  process,
  refuseSize,
  silhouette,
} from './pkg/geometry.js'

// The crate calls this between passes. A worker that runs WASM can only be terminated while it calls out (measured on
// Bun 1.4.5: a loop that never calls out keeps running after terminate()).
Object.assign(globalThis, { geometryCheckpoint: () => {} })

export type InstanceOptions = {
  /** Compiled, or the bytes of `pkg/geometry_bg.wasm`. */
  module: WebAssembly.Module | ArrayBuffer | Uint8Array<ArrayBuffer>
  /** The bytes of draco3dgltf's `draco_decoder_gltf.wasm`; called when a file first needs it. */
  dracoWasm: () => Promise<Uint8Array<ArrayBuffer>>
}

/** The bytes of a task; `read` fills `target` with those from `offset` on. `close` is called once, at the end. */
export type TaskBytes = {
  length: number
  read: (target: Uint8Array, offset: number) => void
  close?: () => void
}

export type Instance = {
  /** Never rejects. After `broken` the instance must not be used again. */
  run(task: Omit<ModelTask, 'source'>, open: () => TaskBytes): Promise<TaskResult>
  /** Linear memory, which never shrinks, and the memory that the mesh decoders may retain. */
  memoryBytes(): number
}

/** The bytes of a file that is in memory already. */
export function bytesOf(bytes: Uint8Array): TaskBytes {
  const read: TaskBytes['read'] = (target, offset) =>
    target.set(bytes.subarray(offset, offset + target.length))
  return { length: bytes.length, read }
}

/** Instantiates the module. The second call in a thread returns the same memory: use one instance. */
export function createInstance({ module, dracoWasm }: InstanceOptions): Instance {
  const { memory } = initSync({ module })
  const viewAt = (address: number, length: number) => new Uint8Array(memory.buffer, address, length)
  /** Input and output size of the largest file that a mesh decoder has decoded. */
  let decoderBytes = 0

  /** The file in linear memory, decompressed where the crate does not do it; or a refusal as JSON. */
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

  /** Writes the file into linear memory part by part; the crate reads a binary STL as it comes. */
  function readFile(file: TaskBytes, format: Format): Readable | CompressedFile | string {
    const input = allocate(file.length, format)
    if (typeof input === 'string') return input
    for (let at = 0; at < file.length; ) {
      const part = viewAt(input.address, input.length)
      file.read(part, at)
      // glTF comes in one part.
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

  function execute(readable: Readable, { work, units }: Omit<ModelTask, 'source'>): JobOutcome {
    const { input, format } = readable
    switch (work.kind) {
      case 'measure':
        return measured(readable, units, work)
      case 'process':
        return processed(readable, units, work)
      case 'change':
        return changed(readable, units, work)
      case 'estimate':
        return parse(estimate(input, format, units, JSON.stringify(work.settings)))
      case 'inspect':
        return inspected(readable, units, work)
      case 'draw':
        return drawn(readable, units, work)
      case 'silhouette':
        return shadow(readable, units, work)
    }
  }

  /** Results are copied out, because the next job reuses the linear memory. */
  function measured(
    { input, format }: Readable,
    units: ModelTask['units'],
    { estimate: settings, picture }: WorkOf<'measure'>,
  ) {
    const drawing = picture && JSON.stringify({ ...picture, faults: false })
    const result = measure(input, format, units, settings && JSON.stringify(settings), drawing)
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'mesh' || picture === undefined) return outcome
      return { ...outcome, picture: viewAt(result.pictureAddress, result.pictureLength).slice() }
    } finally {
      result.free()
    }
  }

  function processed(
    { input, format }: Readable,
    units: ModelTask['units'],
    work: WorkOf<'process'>,
  ) {
    const { stl, glb, threemf = false } = work.outputs
    const result = process(input, format, units, JSON.stringify(work.options), stl, glb, threemf)
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'processed') return outcome
      return {
        ...outcome,
        stl: stl ? viewAt(result.stlAddress, result.stlLength).slice() : null,
        glb: glb ? viewAt(result.glbAddress, result.glbLength).slice() : null,
        ...(threemf && { threemf: viewAt(result.threemfAddress, result.threemfLength).slice() }),
      }
    } finally {
      result.free()
    }
  }

  function changed(
    { input, format }: Readable,
    units: ModelTask['units'],
    work: WorkOf<'change'>,
  ): JobOutcome {
    const result = change(input, format, units, JSON.stringify(work.change))
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'changed') return outcome
      const files = Array.from({ length: result.files }, (_, at) =>
        viewAt(result.fileAddress(at), result.fileLength(at)).slice(),
      )
      return { ...outcome, files }
    } finally {
      result.free()
    }
  }

  function inspected(
    { input, format }: Readable,
    units: ModelTask['units'],
    work: WorkOf<'inspect'>,
  ) {
    const { settings, outputs } = work
    const result = inspect(input, format, units, JSON.stringify(settings), JSON.stringify(outputs))
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'inspected') return outcome
      const copy = (address: number, length: number) => viewAt(address, length).slice().buffer
      const vertices = result.positionsLength
      const triangles = result.trianglesLength
      const mesh = outputs.mesh
        ? {
            positions: new Float32Array(copy(result.positionsAddress, 12 * vertices)),
            indices: new Uint32Array(copy(result.trianglesAddress, 12 * triangles)),
            flags: new Uint8Array(copy(result.flagsAddress, triangles)),
          }
        : null
      const picture = outputs.picture
        ? viewAt(result.pictureAddress, result.pictureLength).slice()
        : null
      return { ...outcome, mesh, picture }
    } finally {
      result.free()
    }
  }

  function drawn(
    { input, format }: Readable,
    units: ModelTask['units'],
    { picture }: WorkOf<'draw'>,
  ) {
    const result = draw(input, format, units, JSON.stringify({ ...picture, faults: false }))
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'drawn') return outcome
      return { ...outcome, picture: viewAt(result.pictureAddress, result.pictureLength).slice() }
    } finally {
      result.free()
    }
  }

  function shadow(
    { input, format }: Readable,
    units: ModelTask['units'],
    work: WorkOf<'silhouette'>,
  ) {
    const result = silhouette(input, format, units, JSON.stringify(work.pose))
    try {
      const outcome = parse(result.json)
      if (outcome.kind !== 'silhouette') return outcome
      const bytes = viewAt(result.bitsAddress, 4 * result.bitsLength).slice()
      return { ...outcome, bits: new Uint32Array(bytes.buffer) }
    } finally {
      result.free()
    }
  }

  return {
    async run(task, open) {
      try {
        const file = await load(task.format, open)
        const outcome = typeof file === 'string' ? parse(file) : execute(file, task)
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

type Readable = { input: Input; format: Format }
type CompressedFile = { compressed: Uint8Array; format: 'glb' | 'gltf' }
type WorkOf<K extends Work['kind']> = Extract<Work, { kind: K }>

/** The buffers of a result, which can be transferred instead of copied. */
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

/** The crate's own JSON. */
function parse(json: string): JobOutcome {
  return JSON.parse(json) as JobOutcome
}

/** An input for the bytes, or the refusal of their size as JSON. */
function allocate(length: number, format: Format): Input | string {
  const refusal = refuseSize(length)
  if (refusal !== undefined) return refusal
  const input = Input.allocate(length, format)
  if (input === undefined) throw outOfMemory(length)
  return input
}

const outOfMemory = (length: number) =>
  new RangeError(`not enough memory for a file of ${length} bytes`)
