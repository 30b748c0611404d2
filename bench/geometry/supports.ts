// Cost of the decision about supports in an estimate: the processor time of a T on its stem, which
// is also estimated on its face, minus that of the same T lying on its face, which needs no
// supports. Uses one warm WASM instance.
import type { JobOutcome, Work } from '../../geometry/messages.ts'
import { binaryStl, type Mesh, type Vec3 } from '../../testing/models/meshes.ts'
import { lyingTee, tee } from '../../testing/models/overhangs.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { openInstance, runTimed } from './instance.ts'

/** Scale factor; the part measures 200 x 80 x 160 mm. */
const factor = 4
const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const
const work: Work = { kind: 'estimate', settings }

export async function benchSupports({
  choose,
  step,
}: Pick<Bench, 'choose' | 'step'>): Promise<readonly Row[]> {
  const rounds = choose(9, 5)
  const instance = openInstance()
  const parts = { standing: stlOf(tee()), lying: stlOf(lyingTee()) }
  const times: Readonly<Record<keyof typeof parts, number[]>> = { standing: [], lying: [] }
  // Warm up, because the code is compiled during the first runs.
  for (const part of Object.values(parts)) await runTimed(instance, part, work)
  for (let round = 0; round < rounds; round++) {
    // Alternate the order, so that a drift of the machine favors neither.
    const sides = ['lying', 'standing'] as const
    const outcomes = new Map<keyof typeof parts, JobOutcome>()
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const { ms, outcome } = await runTimed(instance, parts[side], work)
      times[side].push(ms)
      outcomes.set(side, outcome)
    }
    checkDecisions(outcomes.get('standing'), outcomes.get('lying'))
    step(round + 1, rounds)
  }
  const samples = times.standing.map(
    (standingMs, round) => standingMs - (times.lying[round] ?? Number.NaN),
  )
  const ms = median(samples)
  const alone = median(times.lying)
  return [
    {
      name: 'estimating a part of 160 mm that is turned, beyond the same part turned',
      figure: `${ms.toFixed(0)} ms`,
      aim: 'reported',
      met: null,
      detail: `processor time; its supports, the search for a pose and a second estimate. The turned part takes ${alone.toFixed(0)} ms`,
      better: 'less',
      samples,
      sides: {
        name: 'CPU time',
        unit: 'ms',
        better: 'less',
        bars: [
          { name: 'the decision', value: Math.max(0, ms) },
          { name: 'the estimate without it', value: alone },
        ],
      },
    },
  ]
}

function stlOf({ positions, triangles }: Mesh): Uint8Array {
  const scaled = positions.map(([x, y, z]): Vec3 => [x * factor, y * factor, z * factor])
  return binaryStl({ positions: scaled, triangles })
}

/** Checks that the pose found for the standing part has the same estimate as the lying part. */
function checkDecisions(standing: JobOutcome | undefined, lying: JobOutcome | undefined): void {
  if (standing?.kind !== 'estimated' || lying?.kind !== 'estimated') {
    throw new Error(JSON.stringify([standing, lying]))
  }
  const { decision, turned } = standing.supports
  const share = (turned?.filamentCm3 ?? Number.NaN) / lying.filamentCm3
  if (decision !== 'turn' || lying.supports.decision !== 'none' || !(Math.abs(share - 1) < 0.01)) {
    throw new Error(`${decision}, ${lying.supports.decision}, ${share} of the filament`)
  }
}
