// The report of all runs as one HTML page without external requests.
import type { Scenario } from '../lib/scenario.ts'
import type { Results } from '../runner/results.ts'
import { reportDocument } from './document.tsx'
import { ScenarioCards, VerdictBadge } from './row-card.tsx'
import { historyOf, type ScenarioHistory } from './row-history.ts'
import { commitText, kindOf, timeOf } from './run-text.ts'

export type ReportProps = {
  /** Runs, oldest first; at least one. */
  readonly results: readonly Results[]
  readonly scenarios: readonly Pick<Scenario, 'name' | 'title' | 'baseline'>[]
}

/** Returns the page. Throws when there are no results. */
export function reportPage({ results, scenarios }: ReportProps): string {
  const newest = results.at(-1)
  if (newest === undefined) throw new Error('There are no results yet: run npm run bench.')
  const histories = historyOf(
    results,
    scenarios.map(({ name }) => name),
  )
  return reportDocument(
    `Bench, ${newest.startedAt.slice(0, 10)}, ${newest.commit}`,
    <>
      <header>
        <h1>Bench</h1>
        <p class="run">{summaryOf(histories, results.length)}</p>
        <NewestRun newest={newest} />
      </header>
      <Totals histories={histories} />
      <nav aria-label="Scenarios">
        {histories.map(({ name }) => (
          <a href={`#${name}`}>{name}</a>
        ))}
      </nav>
      <section aria-labelledby="rows-title">
        <div class="heading">
          <h2 id="rows-title">Rows</h2>
          <Legend />
        </div>
        <div class="rows">
          {histories.map((history) => (
            <ScenarioCards
              history={history}
              scenario={scenarios.find(({ name }) => name === history.name)}
              newest={newest}
            />
          ))}
        </div>
      </section>
      <Gaps newest={newest} />
    </>,
  )
}

/** Returns the totals. A run of some scenarios keeps the earlier rows of all other scenarios. */
function summaryOf(histories: readonly ScenarioHistory[], stored: number): string {
  const rows = histories.flatMap((history) => history.rows)
  const count = countText(rows.length, 'row')
  if (stored === 1) return `${count}, from the only run.`
  const runs = new Set(rows.map(({ newest }) => newest.run.startedAt)).size
  const from = runs === stored ? countText(runs, 'run') : `${runs} of ${stored} runs`
  return `${count}: the newest of each row of each scenario, from ${from}.`
}

const countText = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`

function NewestRun({ newest }: { newest: Results }) {
  const { machine, ended, seconds, rows } = newest
  const facts = [
    `${machine.cores} cores of ${machine.cpu}`,
    `${machine.memoryGiB} GiB`,
    machine.os,
    `Bun ${machine.bun}`,
    `Postgres ${machine.postgres}`,
    machine.loadTool,
  ]
  return (
    <>
      <p class="hint">
        {'Newest run: '}
        <strong class="code">{commitText(newest)}</strong>
        <span>
          {[
            `, ${timeOf(newest)}`,
            seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`,
            kindOf(newest),
            ...(ended === 'complete' ? [] : ['interrupted']),
            countText(rows.length, 'row'),
          ].join(', ')}
        </span>
      </p>
      <p class="hint">{`${facts.join(' · ')}.`}</p>
    </>
  )
}

const hints = {
  met: 'aims met',
  missed: 'aims missed',
  'not judged': 'machine busy, not judged',
  reported: 'reported, without an aim',
} as const

function Totals({ histories }: { histories: readonly ScenarioHistory[] }) {
  const all = histories.flatMap(({ rows }) => rows.map(({ newest }) => newest.row.verdict))
  return (
    <ul class="totals">
      {(['met', 'missed', 'not judged', 'reported'] as const).map((verdict) => (
        <li>
          <strong>{String(all.filter((one) => one === verdict).length)}</strong>
          <VerdictBadge verdict={verdict} label={hints[verdict]} />
        </li>
      ))}
    </ul>
  )
}

function Legend() {
  return (
    <p class="legend hint">
      <span class="key dot-key">pair, measurement or run</span>
      <span class="key median-key">median</span>
      <span class="key band-key">p10 to p90</span>
      <span class="key aim-key">aim</span>
      <span class="key baseline-key">baseline</span>
      <span class="key hollow-key">machine busy</span>
    </p>
  )
}

/** Lists scenarios without rows in the newest run. */
function Gaps({ newest: { failed, skipped } }: { newest: Results }) {
  const gaps = [
    ...failed.map(({ scenario, reason }) => `${scenario} failed: ${reason}`),
    ...skipped.map(({ scenario, reason }) => `${scenario} was skipped: ${reason}`),
  ]
  if (gaps.length === 0) return ''
  return (
    <section aria-labelledby="gaps-title">
      <h2 id="gaps-title">Not measured in the newest run</h2>
      <ul>
        {gaps.map((gap) => (
          <li>{gap}</li>
        ))}
      </ul>
    </section>
  )
}
