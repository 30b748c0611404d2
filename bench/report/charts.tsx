// The charts of a row. Each chart stretches to any width: its lines and dots keep their size, and
// all text is outside of the stretched part.
import type { StoredRow } from '../runner/results.ts'
import { amount, figureText, numberText } from './numbers.ts'
import type { Point, RowHistory } from './row-history.ts'
import { commitText, kindOf, timeOf } from './run-text.ts'
import { scaleOf, share } from './scale.ts'

/**
 * Shows every pair or measurement of a run as a dot, the spread as a band, the median as a bar, and
 * the aim, and 1 for a ratio, as lines.
 */
export function Runs({ row }: { row: StoredRow }) {
  const { samples, spread, value, unit, aimValue, better } = row
  if (samples.length < 2 || value === null) return ''
  const isRatio = unit === '' && row.sides !== null
  const marks = [...(aimValue === null ? [] : [aimValue]), ...(isRatio ? [1] : [])]
  const scale = scaleOf([...samples, ...marks])
  // "Runs" would be ambiguous, because the history has runs too. Only ratios compare two sides.
  const title = `${samples.length} ${isRatio ? 'pairs' : 'measurements'}`
  const label = `${title} from ${amount(Math.min(...samples), unit)} to ${amount(Math.max(...samples), unit)}`
  return (
    <div class="chart">
      <h4>{title}</h4>
      <svg
        class="runs"
        viewBox="0 0 100 32"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path class="grid" d="M0 31.5H100" />
        {spread === null ? (
          ''
        ) : (
          <rect
            class="band"
            x={String(scale.at(spread.p10))}
            y="6"
            width={String(Math.max(0.4, scale.at(spread.p90) - scale.at(spread.p10)))}
            height="20"
          />
        )}
        {isRatio ? <path class="baseline" d={`M${scale.at(1)} 0V32`} /> : ''}
        {aimValue === null ? '' : <path class="aim" d={`M${scale.at(aimValue)} 0V32`} />}
        {samples.map((sample) => (
          <path class="dot" d={`M${scale.at(sample).toFixed(2)} 16h0`} />
        ))}
        <path class="median" d={`M${scale.at(value)} 4V28`} />
      </svg>
      <p class="axis" aria-hidden="true">
        <span>{amount(scale.min, unit)}</span>
        <span>{betterText(better)}</span>
        <span>{amount(scale.max, unit)}</span>
      </p>
    </div>
  )
}

function betterText(better: StoredRow['better']): string {
  if (better === null) return ''
  return better === 'more' ? 'more is better →' : '← less is better'
}

/** Shows both sides, or all peers, as bars from zero; ours is the first. */
export function Beside({ sides }: { sides: NonNullable<StoredRow['sides']> }) {
  const most = Math.max(...sides.bars.map(({ value }) => value))
  return (
    <div class="chart">
      <h4>{besideTitle(sides)}</h4>
      <ul class="bars">
        {sides.bars.map(({ name, value }, at) => (
          <li>
            <span class="name">{name}</span>
            <span class="number">{amount(value, sides.unit)}</span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <rect class="rail" width="100" height="8" />
              <rect
                class={at === 0 ? 'own' : 'other'}
                width={share(value, most).toFixed(2)}
                height="8"
              />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The bars may show a quantity other than that of the figure. */
function besideTitle({ name = 'Side by side', unit }: NonNullable<StoredRow['sides']>): string {
  if (unit === '') return name
  return `${name}, ${unit === '/s' ? 'per second' : unit}`
}

const height = 60

/**
 * Shows the median of each run over time, with its spread as a band. Runs on a busy machine are
 * hollow and not connected.
 */
export function History({ history }: { history: RowHistory }) {
  const { points, name } = history
  const { unit, aimValue } = history.newest.row
  const drawn = points.flatMap((point) => {
    const { value, spread } = point.row
    return value === null
      ? []
      : [{ ...point, value, low: spread?.p10 ?? value, high: spread?.p90 ?? value }]
  })
  if (drawn.length < 2) return <p class="hint">One run so far: its history begins with the next.</p>
  const scale = scaleOf([
    ...drawn.flatMap(({ low, high }) => [low, high]),
    aimValue ?? drawn[0]?.value ?? 0,
  ])
  const x = (at: number) => (2 + (96 * at) / (drawn.length - 1)).toFixed(2)
  const y = (value: number) => (height * (1 - scale.at(value) / 100)).toFixed(2)
  const quiet = drawn.flatMap((point, at) => (point.isBusy ? [] : [{ ...point, at }]))
  const [first, last] = [drawn[0], drawn.at(-1)]
  return (
    <div class="chart">
      <h4>
        {`History, ${drawn.length} runs, axis from ${amount(scale.min, unit)} to ${amount(scale.max, unit)}`}
      </h4>
      <svg
        class="history"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} in ${drawn.length} runs. The table below has the values.`}
      >
        <path class="grid" d={`M0 .5H100M0 ${height - 0.5}H100`} />
        {drawn.map(({ low, high }, at) => (
          <path class="whisker" d={`M${x(at)} ${y(low)}V${y(high)}`} />
        ))}
        {aimValue === null ? '' : <path class="aim" d={`M0 ${y(aimValue)}H100`} />}
        {quiet.length > 1 ? (
          <path
            class="line"
            d={`M${quiet.map(({ value, at }) => `${x(at)} ${y(value)}`).join('L')}`}
          />
        ) : (
          ''
        )}
        {drawn.map(({ value, isBusy }, at) => (
          <g>
            <path class="dot" d={`M${x(at)} ${y(value)}h0`} />
            {isBusy ? <path class="hollow" d={`M${x(at)} ${y(value)}h0`} /> : ''}
          </g>
        ))}
      </svg>
      <p class="axis" aria-hidden="true">
        <AxisEnd point={first} />
        <AxisEnd point={last} />
      </p>
    </div>
  )
}

function AxisEnd({ point }: { point: Point | undefined }) {
  if (point === undefined) return ''
  return (
    <span>
      <span>{timeOf(point.run)}</span>
      <br />
      <span>{kindOf(point.run)}</span>
    </span>
  )
}

/** Describes the history chart for screen readers. */
export function HistoryTable({ history }: { history: RowHistory }) {
  const { points, name, newest } = history
  const { unit } = newest.row
  return (
    <details>
      <summary>{points.length === 1 ? 'Table of 1 run' : `Table of ${points.length} runs`}</summary>
      {/* It can be wider than a phone, and whatever scrolls must be reachable by the keyboard. */}
      <section class="scroll" tabindex="0" aria-label={`Values of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col">Kind</th>
              <th scope="col">Commit</th>
              <th scope="col">Median</th>
              <th scope="col">p10 to p90</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ row, run, isBusy }) => (
              <tr>
                <td>{timeOf(run)}</td>
                <td>{kindOf(run)}</td>
                <td class="code">{commitText(run)}</td>
                <td>{row.value === null ? figureText(row.figure) : amount(row.value, unit)}</td>
                <td>
                  {row.spread === null
                    ? '–'
                    : `${numberText(row.spread.p10)} to ${numberText(row.spread.p90)}`}
                </td>
                <td>{`${row.verdict}${isBusy && row.verdict === 'reported' ? ', machine busy' : ''}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
