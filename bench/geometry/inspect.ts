// What an inspection costs beyond a measurement (flags, wall thickness, faults), and what a picture costs with it and alone: CPU
// time in one warm WASM instance, the best of the rounds. The results are checked.
//   bun bench/geometry/inspect.ts [rounds]
// Aim: the thickness of 100,000 triangles in 60 ms.
import { readFileSync } from 'node:fs'
import type { InspectOutputs, JobOutcome, Work } from '../../geometry/messages.ts'
import { bytesOf, createInstance } from '../../geometry/run-task.ts'
import { bumpySphere } from './cases.ts'

const wasm = readFileSync(new URL('../../geometry/pkg/geometry_bg.wasm', import.meta.url))
const instance = createInstance({
  module: new WebAssembly.Module(wasm),
  dracoWasm: () => Promise.reject(new Error('no Draco here')),
})
const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const
const picture = { sizePx: 512, view: 'iso', faults: true } as const

/** Two balls, one in the other and turned inside out: a wall that is measured everywhere. */
function shell(wallMm: number, detail: { rings: number; segments: number }): Uint8Array {
  const facets = (radius: number, inwards: boolean) => {
    const view = new DataView(bumpySphere(detail).bytes.slice().buffer)
    const count = view.getUint32(80, true)
    for (let t = 0; t < count; t++) {
      const at = 84 + 50 * t
      for (let corner = 0; corner < 3; corner++) {
        const place = at + 12 + 12 * corner
        const point = [0, 4, 8].map((offset) => view.getFloat32(place + offset, true))
        const size = Math.hypot(...point)
        point.forEach((v, axis) => {
          view.setFloat32(place + 4 * axis, (v * radius) / size, true)
        })
      }
      if (!inwards) continue
      for (let axis = 0; axis < 3; axis++) {
        const [b, c] = [at + 24 + 4 * axis, at + 36 + 4 * axis]
        const kept = view.getFloat32(b, true)
        view.setFloat32(b, view.getFloat32(c, true), true)
        view.setFloat32(c, kept, true)
      }
    }
    return new Uint8Array(view.buffer)
  }
  const parts = [facets(40, false), facets(40 - wallMm, true)]
  const bodies = parts.map((part) => part.subarray(84))
  const out = Buffer.concat([parts[0]?.subarray(0, 84) ?? new Uint8Array(84), ...bodies])
  out.writeUInt32LE((out.length - 84) / 50, 80)
  return out
}

async function run(bytes: Uint8Array, work: Work): Promise<{ ms: number; outcome: JobOutcome }> {
  const before = process.cpuUsage()
  const result = await instance.run({ format: 'stl', work }, () => bytesOf(bytes))
  const { user, system } = process.cpuUsage(before)
  if (result.kind !== 'outcome') throw new Error(JSON.stringify(result))
  return { ms: (user + system) / 1000, outcome: result.outcome }
}

const rounds = Number(Bun.argv[2] ?? 5)
const ball = (rings: number, segments: number) => bumpySphere({ rings, segments }).bytes
const models: [string, Uint8Array, number | null][] = [
  ['bumpy ball, solid, 100 k', ball(224, 225), null],
  ['shell of 0.7 mm, 100 k', shell(0.7, { rings: 159, segments: 160 }), 0.7],
  ['shell of 5 mm, 100 k', shell(5, { rings: 159, segments: 160 }), 5],
  ['bumpy ball, solid, 1.11 M', ball(746, 747), null],
]
console.log(
  `model                        measure  + inspect  + mesh  + picture of ${picture.sizePx} px  picture alone, ms CPU`,
)
for (const [name, bytes, wall] of models) {
  const best = new Map<string, number>()
  const outputs: Record<string, InspectOutputs> = {
    inspect: { mesh: false },
    mesh: { mesh: true },
    picture: { mesh: false, picture },
  }
  for (let round = 0; round < rounds; round++) {
    const measured = await run(bytes, { kind: 'measure' })
    best.set('measure', Math.min(best.get('measure') ?? Infinity, measured.ms))
    for (const [key, wanted] of Object.entries(outputs)) {
      const { ms, outcome } = await run(bytes, { kind: 'inspect', settings, outputs: wanted })
      if (outcome.kind !== 'inspected') throw new Error(JSON.stringify(outcome))
      const found = outcome.walls.minWallMm
      const right = wall === null ? found === null : Math.abs((found ?? 0) - wall) < 0.05 * wall
      if (!right) throw new Error(`${name}: a wall of ${found} mm`)
      best.set(key, Math.min(best.get(key) ?? Infinity, ms))
    }
    const { faults: _, ...plain } = picture
    const drawn = await run(bytes, { kind: 'draw', picture: plain })
    if (drawn.outcome.kind !== 'drawn') throw new Error(JSON.stringify(drawn.outcome))
    best.set('draw', Math.min(best.get('draw') ?? Infinity, drawn.ms))
  }
  const measure = best.get('measure') ?? 0
  const inspect = best.get('inspect') ?? 0
  const columns = [
    measure,
    inspect - measure,
    (best.get('mesh') ?? 0) - inspect,
    (best.get('picture') ?? 0) - inspect,
    best.get('draw') ?? 0,
  ]
  console.log(name.padEnd(28), ...columns.map((ms) => ms.toFixed(0).padStart(8)))
}
