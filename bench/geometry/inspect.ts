// Cost of an inspection beyond a measurement (flags, wall thickness, faults), and cost of a picture
// with an inspection and alone. Measures CPU time in one warm WASM instance and checks the results.
import type { InspectOutputs, Work } from '../../geometry/messages.ts'
import type { Instance } from '../../geometry/run-task.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { bumpySphere } from './cases.ts'
import { openInstance, runTimed } from './instance.ts'

const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const
const picture = { sizePx: 512, view: 'iso' } as const
const aimMs = 60

/**
 * Returns two balls, one inside the other and inverted. The wall between them is measured
 * everywhere.
 */
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

type Model = {
  readonly name: string
  readonly bytes: Uint8Array
  /** Measured thickness; null where no wall is thin enough to be measured. */
  readonly wallMm: number | null
  readonly aimMs: number | null
}

function models(): readonly Model[] {
  const ball = (rings: number, segments: number) => bumpySphere({ rings, segments }).bytes
  const detail = { rings: 159, segments: 160 }
  return [
    { name: 'a solid ball of 100,000 triangles', bytes: ball(224, 225), wallMm: null, aimMs },
    {
      name: 'a shell of 0.7 mm, 100,000 triangles',
      bytes: shell(0.7, detail),
      wallMm: 0.7,
      aimMs,
    },
    { name: 'a shell of 5 mm, 100,000 triangles', bytes: shell(5, detail), wallMm: 5, aimMs },
    {
      name: 'a solid ball of 1.11 million triangles',
      bytes: ball(746, 747),
      wallMm: null,
      aimMs: null,
    },
  ]
}

/** Milliseconds of each round, by kind of work. */
type Times = Readonly<Record<'measure' | 'inspect' | 'mesh' | 'picture' | 'draw', number[]>>

/** Measures the cost of an inspection beyond the measurement of the same round. */
export async function benchInspection({
  choose,
  row,
  step,
}: Pick<Bench, 'choose' | 'row' | 'step'>): Promise<undefined> {
  const rounds = choose(5, 3)
  const instance = openInstance()
  const all = models()
  for (const [at, model] of all.entries()) {
    const times: Times = { measure: [], inspect: [], mesh: [], picture: [], draw: [] }
    for (let round = 0; round < rounds; round++) {
      await measureRound(instance, model, times)
      step(at * rounds + round + 1, all.length * rounds)
    }
    await row(rowOf(model, times))
  }
}

/**
 * Measures one round and adds its times. Throws when a wall is not measured with its actual
 * thickness.
 */
async function measureRound(instance: Instance, model: Model, times: Times): Promise<void> {
  const { name, bytes, wallMm } = model
  times.measure.push((await runTimed(instance, bytes, { kind: 'measure' })).ms)
  const outputs: Readonly<Record<'inspect' | 'mesh' | 'picture', InspectOutputs>> = {
    inspect: { mesh: false },
    mesh: { mesh: true },
    picture: { mesh: false, picture: { ...picture, faults: true } },
  }
  for (const key of ['inspect', 'mesh', 'picture'] as const) {
    const work: Work = { kind: 'inspect', settings, outputs: outputs[key] }
    const { ms, outcome } = await runTimed(instance, bytes, work)
    if (outcome.kind !== 'inspected') throw new Error(JSON.stringify(outcome))
    const found = outcome.walls.minWallMm
    const right = wallMm === null ? found === null : Math.abs((found ?? 0) - wallMm) < 0.05 * wallMm
    if (!right) throw new Error(`${name}: a wall of ${found} mm`)
    times[key].push(ms)
  }
  const drawn = await runTimed(instance, bytes, { kind: 'draw', picture })
  if (drawn.outcome.kind !== 'drawn') throw new Error(JSON.stringify(drawn.outcome))
  times.draw.push(drawn.ms)
}

function rowOf({ name, aimMs: aim }: Model, times: Times): Row {
  const samples = times.inspect.map(
    (inspectMs, round) => inspectMs - (times.measure[round] ?? Number.NaN),
  )
  const ms = median(samples)
  const beyond = (key: 'mesh' | 'picture') =>
    (median(times[key]) - median(times.inspect)).toFixed(0)
  return {
    name: `inspecting ${name}, beyond its measurement`,
    figure: `${ms.toFixed(0)} ms`,
    aim: aim === null ? 'reported' : `at most ${aim} ms`,
    met: aim === null ? null : ms <= aim,
    detail:
      `processor time; its mesh ${beyond('mesh')} ms more, a picture of ${picture.sizePx} px with the faults ` +
      `${beyond('picture')} ms more, a picture alone ${median(times.draw).toFixed(0)} ms`,
    better: 'less',
    samples,
    sides: {
      name: 'CPU time',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'beyond the measurement', value: Math.max(0, ms) },
        { name: 'the measurement', value: median(times.measure) },
      ],
    },
  }
}
