// Places on the axes of the charts, in hundredths of their length.
export type Scale = {
  readonly min: number
  readonly max: number
  /** 0 to 100. */
  readonly at: (value: number) => number
}

/** Around the values, with a margin of a tenth; from 0 where they come near it. */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = 0.1 * (high - low || Math.abs(high) || 1)
  const min = low >= 0 && low - margin < 0.35 * high ? 0 : low - margin
  const max = high + margin
  return { min, max, at: (value) => (100 * (value - min)) / (max - min) }
}

/** Half a hundredth at least, so that a small value stays visible. */
export const share = (value: number, of: number): number =>
  of <= 0 ? 0.5 : Math.max(0.5, Math.min(100, (100 * value) / of))
