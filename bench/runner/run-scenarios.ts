// Runs scenarios in sequence. Each row is judged by the load of the machine, printed and saved when
// it is done.
import type { Row } from '../lib/row.ts'
import type { Bench, Scenario } from '../lib/scenario.ts'
import { minutesOf } from './arguments.ts'
import { reasonsBusy } from './load.ts'
import type { LoadMeter } from './load-meter.ts'
import type { Progress } from './progress.ts'
import { type Results, type StoredRow, storedRow } from './results.ts'

export type RunOptions = {
  readonly scenarios: readonly Scenario[]
  readonly bench: Pick<Bench, 'server' | 'databaseUrl' | 'quick'>
  readonly meter: Pick<LoadMeter, 'start' | 'read'>
  readonly progress: Progress
  /** Prints a row. */
  readonly print: (text: string) => void
  /**
   * Called with all rows so far after each change, but not before the first row, because a file
   * without rows would become the latest run.
   */
  readonly save: (results: Results) => void
  readonly results: Results
  readonly nowMs: () => number
  /**
   * After it is aborted, nothing more is measured, printed or saved, because errors of the scenario
   * are then due to the interruption.
   */
  readonly signal: AbortSignal
}

/**
 * Runs the scenarios and returns the results, which are complete unless the run was interrupted. A
 * failing scenario loses only the rows that it has not returned yet.
 */
export async function runScenarios(options: RunOptions): Promise<Results> {
  const { scenarios, bench, meter, progress, print, save, nowMs, signal } = options
  let { results } = options
  const startedAt = nowMs()
  const change = (part: Partial<Results>) => {
    results = { ...results, ...part, seconds: Math.round((nowMs() - startedAt) / 1000) }
    if (results.rows.length > 0) save(results)
  }
  for (const scenario of scenarios) {
    if (signal.aborted) return results
    const { name, needs = [] } = scenario
    const missing = needs.flatMap((need) => need.missing() ?? [])
    if (missing.length > 0) {
      const reason = missing.join(' ')
      progress.say(`${name}: skipped. ${reason}`)
      change({ skipped: [...results.skipped, { scenario: name, reason }] })
      continue
    }
    const add = (rows: readonly Row[]) => {
      if (signal.aborted || rows.length === 0) return
      const load = meter.read()
      const stored = rows.map((row) => storedRow(name, row, load))
      change({ rows: [...results.rows, ...stored] })
      for (const row of stored) print(rowText(row))
    }
    progress.scenario(name, minutesOf(scenario, bench.quick))
    await meter.start()
    try {
      const returned = await scenario.run({
        ...bench,
        choose: (full, quick) => (bench.quick ? quick : full),
        step: progress.step,
        row: async (...rows) => {
          add(rows)
          await meter.start()
        },
      })
      add([returned ?? []].flat())
    } catch (error) {
      if (signal.aborted) return results
      const reason = error instanceof Error ? error.message : String(error)
      progress.say(`${name}: FAILED. ${reason}`)
      change({ failed: [...results.failed, { scenario: name, reason }] })
    }
  }
  if (!signal.aborted) change({ ended: 'complete' })
  return results
}

/** Returns the printed form of a row. */
export function rowText(row: StoredRow): string {
  const { name, figure, aim, verdict, detail, spread, samples, unit, load } = row
  const range =
    spread === null || samples.length === 0
      ? ''
      : `; ${short(spread.p10)} to ${short(spread.p90)}${unit === '' || unit.startsWith('/') ? unit : ` ${unit}`} (p10 to p90 of ${samples.length})`
  return `${name}\n    ${figure}${aim === 'reported' ? '' : `, aim ${aim}`}${verdictText(verdict)}${busyText(load)}\n    ${detail}${range}`
}

function verdictText(verdict: StoredRow['verdict']): string {
  if (verdict === 'reported') return ''
  return verdict === 'missed' ? ' (MISSED)' : ` (${verdict})`
}

function busyText(load: StoredRow['load']): string {
  const reasons = reasonsBusy(load)
  return reasons.length === 0 ? '' : `\n    machine busy: ${reasons.join('; ')}`
}

/** Formats a number with three digits, or with all digits before the decimal point. */
export function short(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}
