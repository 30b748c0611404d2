// Interleaved comparison: ours and the baseline alternate (A B, B A, ...), and the result is the median ratio of the pairs.
import { type LoadOptions, type LoadTarget, requestsPerSecond } from './load.ts'

/** One line of the table. `met` is null where a figure is only reported. */
export type Row = {
  readonly name: string
  readonly figure: string
  readonly aim: string
  readonly met: boolean | null
  readonly detail: string
}

/** The share is 0 to 1; 0.95 is the 95th percentile. NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Ratio of our throughput to the baseline's: the median over the pairs. */
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
