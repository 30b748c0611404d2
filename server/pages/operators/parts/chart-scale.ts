// The value axis of a chart.

/** The smallest of 1, 2, 5, 10, 20, 50, ... that is at least `value`; 1 for nothing. */
export function niceMax(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * 0.999_999) ?? 10
  return step * power
}
