// Cost of orienting a part on the plate: the processor time of a job with orientation minus that of
// the same job without, in one warm WASM instance. Measured for a part that has to be turned and
// for a part in a good pose.
import type { Work } from '../../geometry/messages.ts'
import type { Instance } from '../../geometry/run-task.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { bumpySphere, sizes } from './cases.ts'
import { openInstance, runTimed } from './instance.ts'

const aimMs = 100

type Part = { readonly name: string; readonly bytes: Uint8Array }

export async function benchOrient({
  choose,
  step,
}: Pick<Bench, 'choose' | 'step'>): Promise<readonly Row[]> {
  const rounds = choose(7, 3)
  const instance = openInstance()
  const given = bumpySphere(sizes.l)
  const { bytes: turned } = await processed(instance, given.bytes, { orient: true, stl: true })
  const parts: readonly Part[] = [
    { name: 'a part that lies well', bytes: turned },
    { name: 'a part that is turned', bytes: given.bytes },
  ]
  const rows: Row[] = []
  for (const [at, { name, bytes }] of parts.entries()) {
    const [alone, oriented]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      // Alternate the order, so that a drift of the machine favors neither.
      for (const orient of round % 2 === 0 ? [false, true] : [true, false]) {
        const { ms } = await processed(instance, bytes, { orient, stl: false })
        ;(orient ? oriented : alone).push(ms)
      }
      step(at * rounds + round + 1, parts.length * rounds)
    }
    rows.push(rowOf(name, { alone, oriented }))
  }
  await checkTurned(instance, { turned, volumeMm3: given.expected.volumeMm3 })
  return rows
}

async function processed(
  instance: Instance,
  bytes: Uint8Array,
  { orient, stl }: { readonly orient: boolean; readonly stl: boolean },
): Promise<{ readonly ms: number; readonly bytes: Uint8Array }> {
  const work: Work = { kind: 'process', options: { orient }, outputs: { stl, glb: false } }
  const { ms, outcome } = await runTimed(instance, bytes, work)
  if (outcome.kind !== 'processed') throw new Error(JSON.stringify(outcome))
  return { ms, bytes: outcome.stl ?? new Uint8Array() }
}

/**
 * Checks that turning keeps the volume, and that a turned part keeps its pose when it is processed
 * again.
 */
async function checkTurned(
  instance: Instance,
  { turned, volumeMm3 }: { readonly turned: Uint8Array; readonly volumeMm3: number },
): Promise<void> {
  const { outcome } = await runTimed(instance, turned, { kind: 'measure' })
  const volume = outcome.kind === 'mesh' ? outcome.report.volumeCm3 * 1000 : Number.NaN
  if (!(Math.abs(volume / volumeMm3 - 1) < 1e-4)) throw new Error(`a volume of ${volume} mm3`)
  const again = await processed(instance, turned, { orient: true, stl: true })
  if (Buffer.compare(again.bytes, turned) !== 0) throw new Error('the part was turned again')
}

function rowOf(
  name: string,
  { alone, oriented }: { readonly alone: readonly number[]; readonly oriented: readonly number[] },
): Row {
  const samples = oriented.map((orientedMs, round) => orientedMs - (alone[round] ?? Number.NaN))
  const ms = median(samples)
  return {
    name: `orienting ${name}, 1.11 million triangles, beyond the same job without`,
    figure: `${ms.toFixed(0)} ms`,
    aim: `at most ${aimMs} ms`,
    met: ms <= aimMs,
    detail: `processor time; the same job takes ${median(alone).toFixed(0)} ms`,
    better: 'less',
    samples,
    sides: {
      name: 'CPU time',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'orientation', value: Math.max(0, ms) },
        { name: 'the rest of the job', value: median(alone) },
      ],
    },
  }
}
