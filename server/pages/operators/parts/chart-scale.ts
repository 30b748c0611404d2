// The value axis of a chart.

/** The smallest of 2, 4, 6, 8, 10, 20, 40, ... that is at least `value`, so that its half is a short number as well; 2 for nothing. */
export function niceMax(value: number): number {
  if (value <= 0) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [2, 4, 6, 8, 10].find((each) => each * power >= value * 0.999_999) ?? 10
  return step * power
}
