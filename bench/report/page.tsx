// The report of all runs as one HTML page without requests.
import { Html } from '@elysiajs/html'
import { attribute } from '../../server/pages/base/attribute.ts'
import { StateIcon } from '../../server/pages/base/state-badge.tsx'
import type { Scenario } from '../lib/scenario.ts'
import { reasonsBusy, type Verdict } from '../runner/load.ts'
import type { Results } from '../runner/results.ts'
import { Beside, History, HistoryTable, Runs } from './charts.tsx'
import { reportDocument } from './document.tsx'
import { historyOf, type RowHistory, type ScenarioHistory } from './row-history.ts'

export type ReportProps = {
  /** Oldest first, at least one. */
  readonly results: readonly Results[]
  readonly scenarios: readonly Pick<Scenario, 'name' | 'title' | 'baseline'>[]
}

/** Throws without results. */
export function reportPage({ results, scenarios }: ReportProps): string {
  const newest = results.at(-1)
  if (newest === undefined) throw new Error('There are no results yet: run npm run bench.')
  const sections = historyOf(
    results,
    scenarios.map(({ name }) => name),
  )
  return reportDocument(
    `Bench, ${newest.startedAt.slice(0, 10)}, ${newest.commit}`,
    <>
      <Head newest={newest} runs={results.length} />
      <Totals sections={sections} />
      <nav aria-label="Scenarios">
        {sections.map(({ name }) => (
          <a href={`#${attribute(name)}`} safe>
            {name}
          </a>
        ))}
      </nav>
      <Legend />
      {sections.map((section) => (
        <Section
          section={section}
          scenario={scenarios.find(({ name }) => name === section.name)}
          newest={newest}
        />
      ))}
      <Gaps newest={newest} />
    </>,
  )
}

function Head({ newest, runs }: { newest: Results; runs: number }) {
  const { commit, dirty, startedAt, machine, quick, ended, seconds } = newest
  const facts = [
    `${machine.cores} cores of ${machine.cpu}`,
    `${machine.memoryGiB} GiB`,
    machine.os,
    `Bun ${machine.bun}`,
    `Postgres ${machine.postgres}`,
    machine.loadTool,
  ]
  const kind = [...(quick ? ['quick run'] : []), ...(ended === 'complete' ? [] : ['interrupted'])]
  return (
    <header>
      <h1>Bench</h1>
      <p class="run">
        <strong class="code" safe>{`${commit}${dirty ? ' with changes' : ''}`}</strong>{' '}
        <span safe>
          {[
            `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
            `${Math.ceil(seconds / 60)} min`,
            ...kind,
          ].join(', ')}
        </span>
      </p>
      <p
        class="hint"
        safe
      >{`${facts.join(' · ')}. ${runs === 1 ? 'The only run' : `The newest of ${runs} runs`}.`}</p>
    </header>
  )
}

const words: Readonly<Record<Verdict, { readonly label: string; readonly hint: string }>> = {
  met: { label: 'met', hint: 'aims met' },
  missed: { label: 'missed', hint: 'aims missed' },
  'not judged': { label: 'not judged', hint: 'machine busy, not judged' },
  reported: { label: 'reported', hint: 'reported, without an aim' },
}

function Totals({ sections }: { sections: readonly ScenarioHistory[] }) {
  const all = sections.flatMap(({ rows }) => rows.map(({ newest }) => newest.row.verdict))
  return (
    <ul class="totals">
      {(['met', 'missed', 'not judged', 'reported'] as const).map((verdict) => (
        <li>
          <strong safe>{String(all.filter((one) => one === verdict).length)}</strong>
          <VerdictBadge verdict={verdict} label={words[verdict].hint} />
        </li>
      ))}
    </ul>
  )
}

function VerdictBadge({ verdict, label }: { verdict: Verdict; label: string }) {
  const states = { met: 'done', missed: 'broken', 'not judged': 'waiting' } as const
  const state = verdict === 'reported' ? undefined : states[verdict]
  return (
    <span class={`state ${state ?? 'plain-state'}`}>
      {state === undefined ? '' : <StateIcon state={state} />}
      <span safe>{label}</span>
    </span>
  )
}

function Legend() {
  return (
    <p class="legend hint">
      <span class="key median-key">median</span>
      <span class="key band-key">p10 to p90</span>
      <span class="key aim-key">aim</span>
      <span class="key baseline-key">baseline</span>
      <span class="key hollow-key">machine busy</span>
    </p>
  )
}

type SectionProps = {
  readonly section: ScenarioHistory
  readonly scenario: ReportProps['scenarios'][number] | undefined
  readonly newest: Results
}

function Section({ section, scenario, newest }: SectionProps) {
  return (
    <section id={attribute(section.name)} aria-labelledby={attribute(`${section.name}-title`)}>
      <div class="heading">
        <h2 id={attribute(`${section.name}-title`)} safe>
          {section.name}
        </h2>
        {scenario === undefined ? (
          <p class="hint">No longer measured.</p>
        ) : (
          <p class="hint" safe>{`${upper(scenario.title)}, beside ${scenario.baseline}.`}</p>
        )}
      </div>
      <div class="rows">
        {section.rows.map((history) => (
          <RowCard history={history} newest={newest} />
        ))}
      </div>
    </section>
  )
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function RowCard({ history, newest }: { history: RowHistory; newest: Results }) {
  const { row, run } = history.newest
  const busy = reasonsBusy(row.load)
  const isOlder = run.startedAt !== newest.startedAt
  return (
    <article class="panel">
      <h3 safe>{upper(row.name)}</h3>
      <p class="figure">
        <strong safe>{row.figure}</strong>
        <VerdictBadge verdict={row.verdict} label={words[row.verdict].label} />
      </p>
      <p class="hint" safe>
        {[
          row.aim === 'reported' ? 'No aim' : `Aim: ${row.aim}`,
          ...(isOlder ? [`from ${run.startedAt.slice(0, 10)}, ${run.commit}`] : []),
        ].join(' · ')}
      </p>
      <Runs row={row} />
      {row.sides === null ? '' : <Beside sides={row.sides} />}
      <History history={history} />
      <p class="hint detail" safe>
        {upper(row.detail)}
      </p>
      {busy.length === 0 ? '' : <p class="hint busy" safe>{`Machine busy: ${busy.join('; ')}.`}</p>}
      <HistoryTable history={history} />
    </article>
  )
}

/** What the newest run has no rows for. */
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
          <li safe>{gap}</li>
        ))}
      </ul>
    </section>
  )
}
