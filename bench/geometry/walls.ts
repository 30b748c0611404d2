// Compares the thin-wall flags of the corpus with two independent measurements (walls_reference.py): at random triangles, chosen by
// area, is the wall below the limit? Points within 5 % or 0.05 mm of the limit are skipped.
//   bun bench/geometry/walls.ts ../shared/corpus     needs `npm run bench:peers`
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry, type DisplayMesh, type Format, faultBits } from '../../geometry/index.ts'
import { peersPython } from '../peers/places.ts'

const limitsMm = [0.5, 0.8, 1.6, 3, 6]
const pointsPerFile = 250
const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const

const [folder = '../shared/corpus'] = Bun.argv.slice(2)
const python = peersPython()
if (!python) throw new Error('trimesh is missing: run npm run bench:peers')
const geometry = createGeometry({ workers: 1 })
const scratch = mkdtempSync(join(tmpdir(), 'walls-'))

type Vector = readonly [number, number, number]
type Facet = { center: Vector; normal: Vector; area: number; longest: number }

function facets({ positions, indices }: Pick<DisplayMesh, 'positions' | 'indices'>): Facet[] {
  const at = (vertex: number): Vector => [
    positions[3 * vertex] ?? 0,
    positions[3 * vertex + 1] ?? 0,
    positions[3 * vertex + 2] ?? 0,
  ]
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((i) => at(indices[3 * t + i] ?? 0)) as [Vector, Vector, Vector]
    const sub = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
    const [u, v] = [sub(b, a), sub(c, a)]
    const n: Vector = [
      u[1] * v[2] - u[2] * v[1],
      u[2] * v[0] - u[0] * v[2],
      u[0] * v[1] - u[1] * v[0],
    ]
    const twice = Math.hypot(...n)
    const mean = (i: 0 | 1 | 2) => (a[i] + b[i] + c[i]) / 3
    return {
      center: [mean(0), mean(1), mean(2)],
      normal: [n[0] / twice, n[1] / twice, n[2] / twice],
      area: twice / 2,
      longest: Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...sub(c, b))),
    }
  })
}

/** Returns a generator with the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Chooses triangles by area. Skips triangles that contain more than one of our sample points. */
function choose(all: readonly Facet[]): number[] {
  const total = all.reduce((sum, { area }) => sum + Math.max(area, 0), 0)
  const next = random(7)
  const wanted = Array.from({ length: pointsPerFile }, () => next() * total).toSorted(
    (a, b) => a - b,
  )
  const chosen = new Set<number>()
  let areaSoFar = 0
  for (const [t, { area }] of all.entries()) {
    areaSoFar += Math.max(area, 0)
    while ((wanted[0] ?? Infinity) < areaSoFar) {
      wanted.shift()
      if (area < (2.2 * total) / 8192) chosen.add(t)
    }
  }
  return [...chosen]
}

const judged = { ball: [0, 0], ray: [0, 0] }
for (const name of readdirSync(folder).filter((file) => /\.(stl|obj|glb|3mf)$/i.test(file))) {
  const format = name.toLowerCase().split('.').pop() as Format
  const source = { path: join(folder, name) }
  const flagsOf = new Map<number, Uint8Array>()
  let mesh: DisplayMesh | null = null
  for (const minWallMm of limitsMm) {
    const found = await geometry.inspect({
      source,
      format,
      settings: { ...settings, minWallMm },
      outputs: { mesh: true },
    })
    if (found.kind !== 'inspected' || !found.mesh) break
    mesh = found.mesh
    flagsOf.set(minWallMm, found.mesh.flags)
  }
  // The references need a closed surface that faces outwards, so use the repaired one.
  const repaired = await geometry.process({ source, format, options: {}, outputs: { stl: true } })
  if (!mesh || repaired.kind !== 'processed' || !repaired.stl) continue
  const stl = join(scratch, 'model.stl')
  writeFileSync(stl, repaired.stl)
  const own = facets(mesh)
  const outward = new Map(facets(soup(repaired.stl)).map((f) => [key(f.center), f.normal]))
  const chosen = choose(own).filter((t) => outward.has(key(own[t]?.center ?? [0, 0, 0])))
  if (chosen.length === 0) continue
  const points = chosen.flatMap((t) => {
    const center = own[t]?.center
    return center ? [[...center, ...(outward.get(key(center)) ?? [])]] : []
  })
  const run = Bun.spawnSync([python, join(import.meta.dir, 'walls_reference.py')], {
    stdin: new TextEncoder().encode(`${JSON.stringify({ stl, points })}\n`),
  })
  if (!run.success) throw new Error(run.stderr.toString().slice(-600))
  const reference = JSON.parse(run.stdout.toString()) as Record<'ball' | 'ray', (number | null)[]>
  const line = (['ball', 'ray'] as const).map((way) => {
    let [agree, all] = [0, 0]
    for (const [limit, flags] of flagsOf) {
      chosen.forEach((t, i) => {
        const wall = reference[way][i] ?? Infinity
        if (Math.abs(wall - limit) <= Math.max(0.05 * limit, 0.05)) return
        all++
        if (wall < limit === (((flags[t] ?? 0) & faultBits.thin_walls) !== 0)) agree++
      })
    }
    judged[way] = [(judged[way][0] ?? 0) + agree, (judged[way][1] ?? 0) + all]
    return `${way} ${agree} of ${all}`
  })
  console.log(`${name.padEnd(36)} ${chosen.length} points  ${line.join('   ')}`)
}
for (const [way, [agree = 0, all = 0]] of Object.entries(judged)) {
  console.log(`${way}: ${agree} of ${all} agree (${((100 * agree) / all).toFixed(2)} %)`)
}
rmSync(scratch, { recursive: true })
geometry.close()

/**
 * Returns a key that is rounded to a thousandth of a millimeter, because the repair may have joined
 * vertices.
 */
function key(center: Vector): string {
  return center.map((v) => Math.round(1000 * v)).join(' ')
}

/** Returns the triangles of a binary STL. */
function soup(bytes: Uint8Array): Pick<DisplayMesh, 'positions' | 'indices'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const count = view.getUint32(80, true)
  const positions = new Float32Array(9 * count)
  for (let t = 0; t < count; t++) {
    for (let i = 0; i < 9; i++) {
      positions[9 * t + i] = view.getFloat32(84 + 50 * t + 12 + 4 * i, true)
    }
  }
  return { positions, indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) }
}
