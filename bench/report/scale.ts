// Positions on the axes of the charts, in percent of the axis length.
export type Scale = {
  readonly min: number
  readonly max: number
  /** Returns the position of a value, 0 to 100. */
  readonly at: (value: number) => number
}

/**
 * Returns a scale around the values, with a margin of a tenth. It starts at 0 if the values are
 * close to 0.
 */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = 0.1 * (high - low || Math.abs(high) || 1)
  const min = low >= 0 && low - margin < 0.35 * high ? 0 : low - margin
  const max = high + margin
  return { min, max, at: (value) => (100 * (value - min)) / (max - min) }
}

/** Returns the share in percent, at least 0.5, so that a small value stays visible. */
export const share = (value: number, of: number): number =>
  of <= 0 ? 0.5 : Math.max(0.5, Math.min(100, (100 * value) / of))
