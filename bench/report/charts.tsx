// The charts of a row. Each stretches to any width: its lines and dots keep their size, and all text stands beside it.
import { Html } from '@elysiajs/html'
import { attribute } from '../../server/pages/base/attribute.ts'
import type { Sides } from '../lib/row.ts'
import type { StoredRow } from '../runner/results.ts'
import { short } from '../runner/run-scenarios.ts'
import type { RowHistory } from './row-history.ts'
import { scaleOf, share } from './scale.ts'

const amount = (value: number, unit: string): string =>
  `${value >= 10_000 ? Math.round(value).toLocaleString('en-US') : short(value)}${unit === '' || unit.startsWith('/') || unit === '%' ? unit : ` ${unit}`}`

/** Every pair or run as a dot, the spread as a band, the median as a bar; the aim, and 1 for a ratio, as lines. */
export function Runs({ row }: { row: StoredRow }) {
  const { samples, spread, value, unit, aimValue, better } = row
  if (samples.length < 2 || value === null) return ''
  const isRatio = unit === '' && row.sides !== null
  const marks = [...(aimValue === null ? [] : [aimValue]), ...(isRatio ? [1] : [])]
  const scale = scaleOf([...samples, ...marks])
  const label = `${samples.length} runs from ${amount(Math.min(...samples), unit)} to ${amount(Math.max(...samples), unit)}`
  return (
    <div class="chart">
      <h4 safe>{`${samples.length} runs`}</h4>
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
        <span safe>{amount(scale.min, unit)}</span>
        <span safe>{betterText(better)}</span>
        <span safe>{amount(scale.max, unit)}</span>
      </p>
    </div>
  )
}

function betterText(better: StoredRow['better']): string {
  if (better === null) return ''
  return better === 'more' ? 'more is better →' : '← less is better'
}

/** Both sides, or all peers, as bars from zero; ours is the first. */
export function Beside({ sides }: { sides: Sides }) {
  const most = Math.max(...sides.bars.map(({ value }) => value))
  return (
    <div class="chart">
      <h4>Side by side</h4>
      <ul class="bars">
        {sides.bars.map(({ name, value }, at) => (
          <li>
            <span class="name" safe>
              {name}
            </span>
            <span class="number" safe>
              {amount(value, sides.unit)}
            </span>
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

const height = 60

/** The median of each run over time, with its spread as a band; runs on a busy machine are hollow and not joined. */
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
      <h4 safe>{`History, ${drawn.length} runs`}</h4>
      <svg
        class="history"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={attribute(`${name} in ${drawn.length} runs. The table below has the values.`)}
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
        <span safe>{first?.run.startedAt.slice(0, 10) ?? ''}</span>
        <span safe>{`${amount(scale.min, unit)} to ${amount(scale.max, unit)}`}</span>
        <span safe>{last?.run.startedAt.slice(0, 10) ?? ''}</span>
      </p>
    </div>
  )
}

/** What the charts show, for readers without them. */
export function HistoryTable({ history }: { history: RowHistory }) {
  const { points, name, newest } = history
  const { unit } = newest.row
  return (
    <details>
      <summary safe>{`Table: ${name}`}</summary>
      {/* It can be wider than a phone, and whatever scrolls must be reachable by the keyboard. */}
      <section class="scroll" tabindex="0" aria-label={attribute(`Values of ${name}`)}>
        <table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Commit</th>
              <th scope="col">Median</th>
              <th scope="col">p10 to p90</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ row, run, isBusy }) => (
              <tr>
                <td safe>{run.startedAt.slice(0, 16).replace('T', ' ')}</td>
                <td class="code" safe>{`${run.commit}${run.dirty ? '+' : ''}`}</td>
                <td safe>{row.value === null ? row.figure : amount(row.value, unit)}</td>
                <td safe>
                  {row.spread === null
                    ? '–'
                    : `${short(row.spread.p10)} to ${short(row.spread.p90)}`}
                </td>
                <td
                  safe
                >{`${row.verdict}${isBusy && row.verdict === 'reported' ? ', machine busy' : ''}${run.quick ? ', quick' : ''}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
