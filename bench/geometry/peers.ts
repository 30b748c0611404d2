// Runs one operation of one peer on one file, and prints its result and the CPU and wall time of
// the operation alone. run.ts starts it in a separate process: bun bench/geometry/peers.ts PEER
// OPERATION FILE
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { Input, initSync, measure, process as processModel } from '../../geometry/pkg/geometry.js'
import type { Operation, OperationResult } from './cases.ts'

/**
 * Prepares without measuring and returns the run; `undefined` when the peer does not support the
 * operation.
 */
type Peer = (
  operation: Operation,
  path: string,
) => Promise<(() => OperationResult | Promise<OperationResult>) | undefined>

export type Sample = {
  readonly cpuMs: number
  readonly wallMs: number
  readonly result: OperationResult
}

/**
 * Returns the unindexed triangles of a binary STL, nine numbers each. They are the input of every
 * npm peer.
 */
function soup(path: string): Float32Array {
  const bytes = readFileSync(path)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const triangles = view.getUint32(80, true)
  const out = new Float32Array(9 * triangles)
  for (let t = 0, to = 0; t < triangles; t++) {
    const at = 84 + 50 * t + 12
    for (let k = 0; k < 9; k++) out[to++] = view.getFloat32(at + 4 * k, true)
  }
  return out
}

/** Linear memory of our instance, after its creation. */
let memory: WebAssembly.Memory | undefined

/** Reads the file in parts into linear memory, like the worker. */
function load(path: string): Input {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const input = Input.allocate(size, 'stl')
  if (!input) throw new Error('not enough memory')
  for (let at = 0; at < size; ) {
    const part = new Uint8Array(open().buffer, input.address, input.length)
    for (let done = 0; done < part.length; ) {
      done += readSync(file, part, done, part.length - done, at + done)
    }
    at += part.length
    if (!input.take()) throw new Error('not enough memory')
  }
  closeSync(file)
  return input
}

function open(): WebAssembly.Memory {
  if (memory) return memory
  Object.assign(globalThis, { geometryCheckpoint: () => {} })
  const build = new URL('../../geometry/pkg/geometry_bg.wasm', import.meta.url)
  memory = initSync({ module: new WebAssembly.Module(readFileSync(build)) }).memory
  return memory
}

function report(path: string): OperationResult {
  const done = measure(load(path), 'stl')
  const { triangles, volumeCm3, boundaryEdges } = JSON.parse(done.json).report
  done.free()
  return { triangles, volumeMm3: volumeCm3 * 1000, boundaryEdges }
}

/** Processes the file and writes the STL next to it for the check. */
function processed(path: string, options: object): string {
  const json = JSON.stringify(options)
  const done = processModel(load(path), 'stl', undefined, json, true, false, false)
  const out = `${path}.out.stl`
  writeFileSync(out, new Uint8Array(open().buffer, done.stlAddress, done.stlLength))
  done.free()
  return out
}

const ours: Peer = async (operation, path) => {
  open()
  if (operation === 'load-weld') return undefined // The crate has no separate call for this.
  if (operation === 'load-weld-measure') return () => report(path)
  // Five pairs are the maximum. The time includes the verdict and writing.
  const options = operation === 'repair' ? { smoothing: 'strong' } : { hollow: { wallMm: 2 } }
  return () => {
    const out = processed(path, options)
    return {
      check: () => (operation === 'repair' ? report(out) : { solid: out }),
    } as OperationResult
  }
}

const three: Peer = async (operation, path) => {
  if (operation !== 'load-weld') return undefined
  const { BufferAttribute, BufferGeometry } = await import('three')
  const { mergeVertices } = await import('three/addons/utils/BufferGeometryUtils.js')
  return () => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(soup(path), 3))
    const merged = mergeVertices(geometry, 0)
    return {
      vertices: merged.getAttribute('position').count,
      triangles: (merged.index?.count ?? 0) / 3,
    }
  }
}

const meshoptimizer: Peer = async (operation, path) => {
  if (operation !== 'load-weld') return undefined
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier')
  await MeshoptSimplifier.ready
  return () => {
    const positions = soup(path)
    const remap = MeshoptSimplifier.generatePositionRemap(positions, 3)
    let vertices = 0
    for (let i = 0; i < remap.length; i++) if (remap[i] === i) vertices++
    return { vertices, triangles: positions.length / 9 }
  }
}

const manifold: Peer = async (operation, path) => {
  if (operation === 'repair' || operation === 'hollow') return undefined // manifold-3d refuses open meshes and has no offset operation.
  const { default: create } = await import('manifold-3d')
  const api = await create()
  api.setup()
  return () => {
    const vertProperties = soup(path)
    const triVerts = Uint32Array.from({ length: vertProperties.length / 3 }, (_, i) => i)
    const mesh = new api.Mesh({ numProp: 3, vertProperties, triVerts })
    mesh.merge()
    const solid = new api.Manifold(mesh)
    const vertices = { vertices: solid.numVert() }
    return operation === 'load-weld' ? vertices : { ...vertices, volumeMm3: solid.volume() }
  }
}

const peers: Record<string, Peer> = {
  'ours (WASM)': ours,
  'three mergeVertices': three,
  meshoptimizer,
  'manifold-3d': manifold,
}

export const npmPeers = Object.keys(peers)

/** Limit of the time for repetitions. Runs that take seconds vary less than short ones. */
const repeatLimitMs = 2_000

function argument(index: number): string {
  const value = Bun.argv[index + 2]
  if (value === undefined) throw new Error('usage: bun bench/geometry/peers.ts PEER OPERATION FILE')
  return value
}

if (import.meta.main) {
  const run = await peers[argument(0)]?.(argument(1) as Operation, argument(2))
  if (run) {
    // Warm up, like a server's workers. Then take the best of three, or of as many as start within
    // the limit.
    let result = await run()
    let best = { cpuMs: Number.POSITIVE_INFINITY, wallMs: 0 }
    const until = performance.now() + repeatLimitMs
    for (let round = 0; round < 3 && (round === 0 || performance.now() < until); round++) {
      Bun.gc(true)
      const cpu = process.cpuUsage()
      const wall = performance.now()
      result = await run()
      const wallMs = performance.now() - wall
      const { user, system } = process.cpuUsage(cpu)
      const cpuMs = (user + system) / 1000
      if (cpuMs < best.cpuMs) best = { cpuMs, wallMs }
    }
    // The check of the result is not measured.
    const checked =
      'check' in result && typeof result.check === 'function' ? result.check() : result
    const sample: Sample = { ...best, result: checked }
    console.log(JSON.stringify(sample))
  }
}
