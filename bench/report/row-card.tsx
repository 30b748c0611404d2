// The card of a row: its figure, its charts and its texts.
import { StateIcon } from '../../server/pages/base/state-badge.tsx'
import type { Scenario } from '../lib/scenario.ts'
import { reasonsBusy, type Verdict } from '../runner/load.ts'
import type { Results } from '../runner/results.ts'
import { Beside, History, HistoryTable, Runs } from './charts.tsx'
import { detailOf } from './detail.ts'
import { figureText, grouped } from './numbers.ts'
import type { Point, RowHistory, ScenarioHistory } from './row-history.ts'
import { commitText, kindOf, timeOf } from './run-text.ts'

type ScenarioText = Pick<Scenario, 'name' | 'title' | 'baseline'>

export type ScenarioCardsProps = {
  readonly history: ScenarioHistory
  /** Absent when the scenario no longer exists. */
  readonly scenario: ScenarioText | undefined
  readonly newest: Results
}

/**
 * Shows all cards of a scenario. The first card is the target of links to the scenario, and shows
 * what it compares.
 */
export function ScenarioCards({ history, scenario, newest }: ScenarioCardsProps) {
  const { name, rows } = history
  return (
    <>
      {rows.map((row, at) => (
        <article class="panel" {...(at === 0 && { id: name })} aria-label={`${name}: ${row.name}`}>
          <p class="hint scenario">
            <span class="code">{name}</span>
            {rows.length === 1 ? '' : <span>{`${at + 1} of ${rows.length}`}</span>}
          </p>
          <Card history={row} newest={newest} about={at === 0 ? aboutOf(scenario) : ''} />
        </article>
      ))}
    </>
  )
}

const aboutOf = (scenario: ScenarioText | undefined): string =>
  scenario === undefined
    ? 'No longer measured.'
    : `Scenario: ${scenario.title}, compared with ${scenario.baseline}.`

type CardProps = { readonly history: RowHistory; readonly newest: Results; readonly about: string }

function Card({ history, newest, about }: CardProps) {
  const { row, run } = history.newest
  const busy = reasonsBusy(row.load)
  const { sentence, list } = detailOf(row.detail)
  return (
    <>
      <h3>{grouped(row.name)}</h3>
      <p class="figure">
        <strong>{figureText(row.figure)}</strong>
        <VerdictBadge verdict={row.verdict} label={row.verdict} />
        {busy.length > 0 && row.verdict === 'reported' ? <BusyBadge /> : ''}
      </p>
      <p class="hint">{row.aim === 'reported' ? 'No aim' : `Aim: ${grouped(row.aim)}`}</p>
      {run.startedAt === newest.startedAt ? '' : <p class="hint">{originOf(run, newest)}</p>}
      <Runs row={row} />
      {row.sides === null ? '' : <Beside sides={row.sides} />}
      <History history={history} />
      {sentence === '' ? '' : <p class="hint detail">{grouped(sentence)}</p>}
      {busy.length === 0 ? '' : <p class="hint">{`Machine busy: ${busy.join('; ')}.`}</p>}
      {about === '' ? '' : <p class="hint">{about}</p>}
      <div class="folded">
        <Lines lines={list} name={row.name} />
        <HistoryTable history={history} />
      </div>
    </>
  )
}

function originOf(run: Point['run'], { machine }: Results): string {
  const { cpu, cores } = run.machine
  const elsewhere =
    cpu === machine.cpu && cores === machine.cores ? '' : `, on ${cores} cores of ${cpu}`
  return `From an earlier run: ${timeOf(run)}, ${kindOf(run)}, ${commitText(run)}${elsewhere}`
}

function Lines({ lines, name }: { lines: readonly string[]; name: string }) {
  if (lines.length === 0) return ''
  return (
    <details>
      <summary>{`All ${lines.length} lines`}</summary>
      <section class="scroll" tabindex="0" aria-label={`Lines of ${name}`}>
        <ul class="lines code">
          {lines.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </section>
    </details>
  )
}

export function VerdictBadge({ verdict, label }: { verdict: Verdict; label: string }) {
  const states = { met: 'done', missed: 'broken', 'not judged': 'waiting' } as const
  const state = verdict === 'reported' ? undefined : states[verdict]
  return (
    <span class={`state ${state ?? 'plain-state'}`}>
      {state === undefined ? '' : <StateIcon state={state} />}
      <span>{label}</span>
    </span>
  )
}

function BusyBadge() {
  return (
    <span class="state waiting">
      <StateIcon state="waiting" />
      <span>machine busy</span>
    </span>
  )
}
