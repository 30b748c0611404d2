// Axes of a chart.

/**
 * Returns the smallest of 2, 4, 6, 8, 10, 20, 40, ... that is at least `value`, so that half of it is a short number as
 * well. Returns 2 for zero.
 */
export function niceMax(value: number): number {
  if (value <= 0) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  // Half of 10 or 100 is a whole number, but half of 1 is not.
  const steps = power > 1 ? [1, 2, 4, 6, 8, 10] : [2, 4, 6, 8, 10]
  const step = steps.find((each) => each * power >= value * 0.999_999) ?? 10
  return step * power
}

/** Parts of a day in hours, then whole days and weeks in hours. For days, weeks. */
const distances = [1, 2, 3, 4, 6, 7, 12, 14, 21, 24, 28, 48, 56, 72, 84, 96]

/**
 * Returns the interval at which steps are labeled: every 6th of 24 hours, every 6th of 30 days, every 72nd hour of 14
 * days.
 */
export const tickSteps = (steps: number): number =>
  distances.find((each) => each * 5 >= steps) ?? Math.ceil(steps / 5)
