// One peer, one operation, one file, in a process of its own: prints CPU and wall time of the operation alone, and what
// it found. Run by run.ts: bun bench/geometry/peers.ts PEER OPERATION FILE
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { Input, initSync, measure, process as processModel } from '../../geometry/pkg/geometry.js'
import type { Answer, Operation } from './cases.ts'

/** Prepares outside the clock, returns the run; `undefined` where the peer does not know the operation. */
type Peer = (
  operation: Operation,
  path: string,
) => Promise<(() => Answer | Promise<Answer>) | undefined>

export type Sample = { readonly cpuMs: number; readonly wallMs: number; readonly answer: Answer }

/** The soup of a binary STL, nine numbers a triangle: what every npm peer has to be given. */
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

/** Linear memory of our instance, once there is one. */
let memory: WebAssembly.Memory | undefined

/** As the worker does: from the file straight into linear memory. */
function load(path: string): Input {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const input = Input.allocate(size)
  if (!input) throw new Error('no room')
  const view = new Uint8Array(open().buffer, input.address, size)
  for (let at = 0; at < size; ) at += readSync(file, view, at, size - at, at)
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

function report(path: string): Answer {
  const { report } = JSON.parse(measure(load(path), 'stl'))
  const { triangles, volumeCm3, boundaryEdges } = report
  return { triangles, volumeMm3: volumeCm3 * 1000, boundaryEdges }
}

/** Processes the file and leaves the STL beside it for whoever checks. */
function processed(path: string, options: object): string {
  const done = processModel(load(path), 'stl', undefined, JSON.stringify(options), true, false)
  const out = `${path}.out.stl`
  writeFileSync(out, new Uint8Array(open().buffer, done.stlAddress, done.stlLength))
  done.free()
  return out
}

const ours: Peer = async (operation, path) => {
  open()
  if (operation === 'load-weld') return undefined // There is no call for it alone.
  if (operation === 'load-weld-measure') return () => report(path)
  // Five pairs of steps are the most there are; judging and writing are included.
  const options = operation === 'repair' ? { smoothing: 'strong' } : { hollow: { wallMm: 2 } }
  return () => {
    const out = processed(path, options)
    return { check: () => (operation === 'repair' ? report(out) : { solid: out }) } as Answer
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
  if (operation === 'repair' || operation === 'hollow') return undefined // It refuses what is open, and knows no offset.
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

function argument(index: number): string {
  const value = Bun.argv[index + 2]
  if (value === undefined) throw new Error('usage: bun bench/geometry/peers.ts PEER OPERATION FILE')
  return value
}

if (import.meta.main) {
  const run = await peers[argument(0)]?.(argument(1) as Operation, argument(2))
  if (run) {
    // Warm first: a server's workers are. Then the best of three.
    let answer = await run()
    let best = { cpuMs: Number.POSITIVE_INFINITY, wallMs: 0 }
    for (let round = 0; round < 3; round++) {
      Bun.gc(true)
      const cpu = process.cpuUsage()
      const wall = performance.now()
      answer = await run()
      const wallMs = performance.now() - wall
      const { user, system } = process.cpuUsage(cpu)
      const cpuMs = (user + system) / 1000
      if (cpuMs < best.cpuMs) best = { cpuMs, wallMs }
    }
    // What has to be measured again to be known is not on the clock.
    const checked =
      'check' in answer && typeof answer.check === 'function' ? answer.check() : answer
    const sample: Sample = { ...best, answer: checked }
    console.log(JSON.stringify(sample))
  }
}
