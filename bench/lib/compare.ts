// Interleaved comparison: ours and the baseline in turn, A B A B, judged by the ratio of each neighbouring pair.
import { type LoadOptions, type LoadTarget, requestsPerSecond } from './load.ts'

export type Row = {
  readonly name: string
  readonly figure: string
  readonly aim: string
  readonly met: boolean | null
  readonly detail: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Ratio of our throughput to the baseline's, median over the pairs. */
export async function compareThroughput(
  name: string,
  ours: LoadTarget,
  baseline: LoadTarget,
  options: LoadOptions & { pairs: number; aim: number },
): Promise<Row> {
  const warmUp = { ...options, seconds: 2 }
  await requestsPerSecond(ours, warmUp)
  await requestsPerSecond(baseline, warmUp)
  const pairs: { ours: number; baseline: number }[] = []
  for (let pair = 0; pair < options.pairs; pair++) {
    const oursFirst = pair % 2 === 0
    const first = await requestsPerSecond(oursFirst ? ours : baseline, options)
    const second = await requestsPerSecond(oursFirst ? baseline : ours, options)
    pairs.push(oursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first })
  }
  const ratios = pairs.map((pair) => pair.ours / pair.baseline)
  const ratio = median(ratios)
  const rates = `${Math.round(median(pairs.map((p) => p.ours)))}/s ours, ${Math.round(median(pairs.map((p) => p.baseline)))}/s baseline`
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return {
    name,
    figure: ratio.toFixed(3),
    aim: `at least ${options.aim}`,
    met: ratio >= options.aim,
    detail: `${rates}; pairs ${spread}`,
  }
}
