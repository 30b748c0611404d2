// Server-rendered chart: bars and lines over time steps, a target as a dashed line, the last value in large type, and a
// table of the values. The plot stretches to any width, so its labels are separate text.
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { escapeText, type Markup, raw } from '../../../html/markup.ts'
import { niceMax, tickSteps } from './chart-scale.ts'

export type ChartSeries = {
  readonly name: string
  readonly mark: 'bar' | 'line'
  readonly tone: 'accent' | 'running' | 'done' | 'broken' | 'muted'
  /** One value per step. */
  readonly values: readonly number[]
}

export type ChartProps = {
  readonly id: string
  /** Question that the chart answers. */
  readonly title: string
  readonly last: {
    readonly value: string
    readonly label: string
    /** Reference values, omitted on walls. */
    readonly average?: string
  }
  /** Labels of the steps, oldest first. */
  readonly steps: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly target?: { readonly value: number; readonly label: string }
  readonly format: (value: number) => string
  /** Text in place of the plot when all values are zero. */
  readonly empty: string
  /** Labels every step, for charts with few steps. Otherwise, labels are evenly spaced. */
  readonly allSteps?: boolean
  /** Index of the current unfinished step, whose bars are lighter. */
  readonly running?: number | null
  /**
   * Address of a separate table, for charts of many steps. Otherwise the table is below the plot, collapsed unless
   * `tableOpen`.
   */
  readonly tableHref?: string
  readonly tableOpen?: boolean
}

export function Chart(props: ChartProps) {
  const { id, title, last, series, target, empty, tableHref } = props
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <figure class="chart" id={id} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="last">
          <strong>{last.value}</strong> <span>{last.label}</span>
          {last.average === undefined ? (
            ''
          ) : (
            <span class="average">{`, average ${last.average}`}</span>
          )}
        </p>
      </figcaption>
      {isEmpty ? <p class="empty plot">{empty}</p> : <Plot {...props} />}
      {series.length > 1 || target !== undefined ? <Legend series={series} target={target} /> : ''}
      {tableHref === undefined ? (
        <ValueTable {...props} />
      ) : (
        <p class="table-link">
          <a href={tableHref} aria-label={`Table: ${title}`}>
            Table
          </a>
        </p>
      )}
    </figure>
  )
}

const height = 100
const stepWidth = 10
/** Minimum number of step widths: fewer steps would have bars that are too wide. */
const minSlots = 4

function Plot(props: ChartProps) {
  const { title, steps, series, target, format, allSteps = false, running = null } = props
  const table = props.tableHref === undefined ? 'The table below' : 'The linked table'
  const largest = Math.max(target?.value ?? 0, ...series.flatMap(({ values }) => values))
  const max = niceMax(largest)
  const width = Math.max(steps.length, minSlots) * stepWidth
  const bars = series.filter(({ mark }) => mark === 'bar')
  const lines = series.filter(({ mark }) => mark === 'line')
  return (
    <div class="plot">
      <div class="values" aria-hidden="true">
        {[max, max / 2, 0].map((value) => (
          <span>{format(value)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} ${table} has the values.`}
      >
        <path class="grid" d={`M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`} />
        {bars.map((one, index) => (
          <Bars series={one} max={max} place={{ index, of: bars.length }} running={running} />
        ))}
        {lines.map((one) => (
          <path class={`line ${one.tone}`} d={linePath(one.values, max)} />
        ))}
        {target === undefined ? (
          ''
        ) : (
          <path class="target" d={`M0 ${y(target.value, max)}H${width}`} />
        )}
        {hintsOf(steps, series, format)}
      </svg>
      <Times
        steps={steps}
        slots={width / stepWidth}
        every={allSteps ? 1 : tickSteps(steps.length)}
      />
    </div>
  )
}

const y = (value: number, max: number): number =>
  Math.round((height - (height * value) / max) * 100) / 100

/**
 * Transparent rectangle over each step, whose title shows the values. Written as text, because elements would take a
 * third of the chart's render time (0.34 and 0.23 ms for 168 steps, 2026-11).
 */
function hintsOf(
  steps: readonly string[],
  series: readonly ChartSeries[],
  format: ChartProps['format'],
): Markup {
  const hints = steps.map((step, index) => {
    const readings = series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`)
    const text = escapeText(`${step}: ${readings.join(', ')}`)
    return `<rect class="hit" x="${index * stepWidth}" y="0" width="${stepWidth}" height="${height}"><title>${text}</title></rect>`
  })
  return raw(hints.join(''))
}

type TimesProps = {
  readonly steps: readonly string[]
  /** Number of step widths in the plot. */
  readonly slots: number
  readonly every: number
}

/** Labels below their steps. Separate from the plot, which stretches. Phones omit every other label. */
function Times({ steps, slots, every }: TimesProps) {
  return (
    <svg class="times" aria-hidden="true">
      {steps.map((step, index) => {
        if (index % every !== 0) return ''
        const x = (100 * (index + 0.5)) / slots
        const isFirst = index === 0 && x < 12
        const isLast = x > 86 && every > 1
        return (
          <text
            x={`${isFirst ? 0 : round(isLast ? x + 50 / slots : x)}%`}
            y="1em"
            class={every > 1 && (index / every) % 2 === 1 ? 'other' : undefined}
            text-anchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
          >
            {step}
          </text>
        )
      })}
    </svg>
  )
}

type BarsProps = {
  series: ChartSeries
  max: number
  place: { readonly index: number; readonly of: number }
  running: number | null
}

/**
 * Bars of a series: finished steps as one path, the running step as another. Several series appear next to each other.
 */
function Bars({ series: { tone, values }, max, place, running }: BarsProps) {
  const inner = stepWidth * 0.8
  const width = inner / place.of
  const paths = values.map((value, index) => {
    if (value <= 0) return ''
    const left = index * stepWidth + stepWidth * 0.1 + place.index * width
    return `M${round(left)} ${height}V${y(value, max)}h${round(width * 0.94)}V${height}z`
  })
  const ended = paths.filter((_, index) => index !== running)
  return (
    <>
      <path class={`bar ${tone}`} d={ended.join('')} />
      {running === null ? '' : <path class={`bar open ${tone}`} d={paths[running] ?? ''} />}
    </>
  )
}

const round = (value: number) => Math.round(value * 100) / 100

/** Returns the path of a line. A single value becomes a line as wide as its step. */
function linePath(values: readonly number[], max: number): string {
  if (values.length === 1) return `M0 ${y(values[0] ?? 0, max)}h${stepWidth}`
  return values
    .map(
      (value, index) => `${index === 0 ? 'M' : 'L'}${(index + 0.5) * stepWidth} ${y(value, max)}`,
    )
    .join('')
}

type LegendProps = Pick<ChartProps, 'series'> & { target: ChartProps['target'] }

function Legend({ series, target }: LegendProps) {
  return (
    <ul class="legend">
      {series.map(({ name, mark, tone }) => (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            {mark === 'bar' ? (
              <rect class={`bar ${tone}`} width="12" height="12" rx="2" />
            ) : (
              <path class={`line ${tone}`} d="M0 6H12" />
            )}
          </svg>
          <span>{name}</span>
        </li>
      ))}
      {target === undefined ? (
        ''
      ) : (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path class="target" d="M0 6H12" />
          </svg>
          <span>{target.label}</span>
        </li>
      )}
    </ul>
  )
}

type Row = { readonly step: string; readonly index: number }

function ValueTable({ id, title, steps, series, format, tableOpen }: ChartProps) {
  const columns: readonly Column<Row>[] = [
    { label: 'From', text: ({ step }) => step },
    ...series.map(
      ({ name, values }): Column<Row> => ({
        label: name,
        kind: 'number',
        text: ({ index }) => format(values[index] ?? 0),
      }),
    ),
  ]
  return (
    <details id={`${id}-table`} open={tableOpen}>
      <summary>Table</summary>
      <DataTable
        caption={title}
        columns={columns}
        rows={steps.map((step, index) => ({ step, index }))}
        empty="No steps in this range."
      />
    </details>
  )
}
