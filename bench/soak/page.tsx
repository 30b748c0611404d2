// The report of a soak as one HTML page: every figure as a line chart, with its expected behavior.
import { StateIcon } from '../../server/pages/base/state-badge.tsx'
import { reportDocument } from '../report/document.tsx'
import { LineChart } from '../report/line-chart.tsx'
import type { Count } from './traffic.ts'
import { type Series, shown, type Verdict, warmUpShare } from './verdict.ts'

export type Judged = { readonly series: Series; readonly verdict: Verdict }

export type SoakReport = {
  readonly startedAt: Date
  readonly minutes: number
  readonly commit: string
  readonly counts: Readonly<Record<string, Count>>
  readonly problems: readonly string[]
  readonly judged: readonly Judged[]
}

const groups: readonly (readonly [title: string, starts: RegExp])[] = [
  ['Memory', /^memory/],
  ['File descriptors and connections', /^(?:file descriptors|database connections)/],
  ['Temporary files', /^temporary files/],
  ['Rows of tables', /^rows of/],
  ['Sizes of tables', /^size of/],
]

export function soakPage(report: SoakReport): string {
  const { startedAt, minutes, commit, judged } = report
  const growing = judged.filter(({ verdict }) => verdict.grows)
  const day = startedAt.toISOString().slice(0, 16).replace('T', ' ')
  return reportDocument(
    `Soak, ${day}, ${commit}`,
    <>
      <header>
        <h1>Soak</h1>
        <p class="run">{`${commit}, ${day} UTC, ${shown(minutes, 'min')}`}</p>
        <p class="hint">
          {growing.length === 0
            ? 'Nothing grows that should be flat.'
            : `Growing: ${growing.map(({ series }) => series.name).join(', ')}.`}
        </p>
      </header>
      <Traffic report={report} />
      {groups.map(([title, starts]) => (
        <Group
          title={title}
          judged={judged.filter(
            ({ series }) =>
              starts.test(series.name) && series.samples.some(({ value }) => value > 0),
          )}
        />
      ))}
    </>,
  )
}

function Traffic({ report: { counts, problems } }: { report: SoakReport }) {
  return (
    <section aria-labelledby="traffic-title">
      <div class="heading">
        <h2 id="traffic-title">Traffic</h2>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Done</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(counts).map(([name, { done, failed }]) => (
            <tr>
              <td>{name}</td>
              <td>{String(done)}</td>
              <td>{String(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.map((problem) => (
        <p class="hint">{problem}</p>
      ))}
    </section>
  )
}

function Group({ title, judged }: { title: string; judged: readonly Judged[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{title}</h2>
      </div>
      <div class="rows">
        {judged.map((one) => (
          <Card judged={one} />
        ))}
      </div>
    </section>
  )
}

function Card({ judged: { series, verdict } }: { judged: Judged }) {
  const { name, unit, samples, expected } = series
  const [first, last] = [samples[0]?.minute ?? 0, samples.at(-1)?.minute ?? 0]
  const isJudged = expected !== 'reported'
  return (
    <article class="panel">
      <h3>{`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`}</h3>
      <p class="figure">
        <strong>{shown(samples.at(-1)?.value ?? 0, unit)}</strong>
        <span class={`state ${stateOf(isJudged, verdict)}`}>
          {isJudged ? <StateIcon state={verdict.grows ? 'broken' : 'done'} /> : ''}
          <span>{wordOf(series, verdict)}</span>
        </span>
      </p>
      <LineChart
        name={name}
        points={samples.map(({ minute, value }) => ({ x: minute, y: value }))}
        shown={(value) => shown(value, unit)}
        ends={['start', shown(last, 'min')]}
        mark={first + (last - first) * warmUpShare}
      />
      <p class="hint detail">{verdict.reason}</p>
    </article>
  )
}

function stateOf(isJudged: boolean, { grows }: Verdict): string {
  if (!isJudged) return 'plain-state'
  return grows ? 'broken' : 'done'
}

function wordOf({ expected }: Series, { grows }: Verdict): string {
  if (expected === 'reported') return 'not judged'
  if (grows) return expected === 'flat' ? 'grows' : 'grows ever faster'
  return expected === 'flat' ? 'flat' : 'a row for each piece of work'
}
