// Interleaved comparison. Our side and the baseline alternate (A B, B A, ...), and the result is
// the median ratio of the pairs.
import { type LoadOptions, type LoadTarget, requestsPerSecond } from './load.ts'
import type { Row } from './row.ts'
import type { Bench } from './scenario.ts'
import { median } from './statistics.ts'

export type { Row } from './row.ts'
export { median, quantile } from './statistics.ts'

type Pair = { readonly ours: number; readonly baseline: number }

/** Returns the ratio of our throughput to the baseline's: the median over the pairs. */
export async function compareThroughput(
  { choose, step }: Pick<Bench, 'choose' | 'step'>,
  ours: LoadTarget,
  baseline: LoadTarget & { readonly name: string },
  options: LoadOptions & { name: string; pairs: number; aim: number },
): Promise<Row> {
  const count = choose(options.pairs, 3)
  const load = { ...options, seconds: choose(options.seconds, 1) }
  const warmUp = { ...options, seconds: choose(2, 1) }
  await requestsPerSecond(ours, warmUp)
  await requestsPerSecond(baseline, warmUp)
  const pairs: Pair[] = []
  for (let pair = 0; pair < count; pair++) {
    const oursFirst = pair % 2 === 0
    const first = await requestsPerSecond(oursFirst ? ours : baseline, load)
    const second = await requestsPerSecond(oursFirst ? baseline : ours, load)
    pairs.push(oursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first })
    step(pair + 1, count)
  }
  return rowOf(pairs, { ...options, baseline: baseline.name })
}

function rowOf(
  pairs: readonly Pair[],
  { name, aim, baseline }: { name: string; aim: number; baseline: string },
): Row {
  const samples = pairs.map((pair) => pair.ours / pair.baseline)
  const ratio = median(samples)
  const rates = {
    ours: median(pairs.map((pair) => pair.ours)),
    baseline: median(pairs.map((pair) => pair.baseline)),
  }
  return {
    name,
    figure: ratio.toFixed(3),
    aim: `at least ${aim}`,
    met: ratio >= aim,
    detail: `${Math.round(rates.ours)}/s ours, ${Math.round(rates.baseline)}/s baseline`,
    samples,
    sides: {
      name: 'Requests',
      unit: '/s',
      better: 'more',
      bars: [
        { name: 'ours', value: rates.ours },
        { name: baseline, value: rates.baseline },
      ],
    },
  }
}
