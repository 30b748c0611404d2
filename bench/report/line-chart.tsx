// A line chart of a figure over time. It stretches to any width, because all text is outside of the
// stretched part.
import { scaleOf } from './scale.ts'

export type LineChartProps = {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** Formats a value with its unit. */
  readonly shown: (y: number) => string
  /** Labels of both ends of the axis. */
  readonly ends: readonly [string, string]
  /** Position of a vertical line on the axis, such as the end of a warm-up. */
  readonly mark?: number
}

const height = 60

export function LineChart({ name, points, shown, ends, mark }: LineChartProps) {
  const values = points.map(({ y }) => y)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const scale = scaleOf([low, high])
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1]
  const place = (x: number) => ((100 * (x - first)) / (last - first || 1)).toFixed(2)
  const level = (y: number) => (height * (1 - scale.at(y) / 100)).toFixed(2)
  return (
    <div class="chart">
      <svg
        class="history"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: from ${shown(low)} to ${shown(high)}`}
      >
        <path class="grid" d={`M0 .5H100M0 ${height - 0.5}H100`} />
        {mark === undefined ? '' : <path class="baseline" d={`M${place(mark)} 0V${height}`} />}
        <path
          class="line"
          d={`M${points.map(({ x, y }) => `${place(x)} ${level(y)}`).join('L')}`}
        />
      </svg>
      <p class="axis" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{`${shown(scale.min)} to ${shown(scale.max)}`}</span>
        <span>{ends[1]}</span>
      </p>
    </div>
  )
}
