// The record of a test run: which requirements the tests verify and which of those tests ran. run-tests.ts names the
// file in CLAIMS_FILE; without it (in a manual run) nothing is recorded.
import { appendFileSync } from 'node:fs'
import type { Requirement } from '../requirements/row.ts'

/**
 * `declared`: a test verifies the row; `ran`: its body was started; `skipped`: its `skipIf` found that the machine
 * lacks a requirement.
 */
export type ClaimEvent = 'declared' | 'ran' | 'skipped'

export type ClaimRecord = { readonly event: ClaimEvent; readonly id: string }

export type Verdict = {
  /** Differences between the table and the run, one line each. */
  readonly problems: readonly string[]
  /** Ids of rows whose every test was skipped by its `skipIf`. */
  readonly skipped: readonly string[]
  readonly summary: string
}

/** Appends one line for each id to CLAIMS_FILE. */
export function recordClaims(event: ClaimEvent, ids: readonly string[]): void {
  const file = process.env['CLAIMS_FILE']
  if (file) appendFileSync(file, ids.map((id) => `${event} ${id}\n`).join(''))
}

/** Reads the output of `recordClaims`. */
export function readClaims(text: string): ClaimRecord[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [event = '', id = ''] = line.split(' ')
    if (event !== 'declared' && event !== 'ran' && event !== 'skipped') {
      throw new Error(`Unknown claim record: ${line}`)
    }
    return { event, id }
  })
}

/** Compares the table with a full run: every due row must have a test that ran, or one that states why it cannot. */
export function judgeClaims(
  rows: readonly Requirement[],
  records: readonly ClaimRecord[],
): Verdict {
  const idsOf = (event: ClaimEvent) =>
    new Set(records.filter((record) => record.event === event).map((record) => record.id))
  const [declared, ran, excused] = [idsOf('declared'), idsOf('ran'), idsOf('skipped')]
  const problems = tableProblems(rows, declared)
  const due = rows.filter((row) => !row.deferred)
  const skipped: string[] = []
  for (const { id, behavior } of due) {
    if (ran.has(id)) continue
    if (!declared.has(id)) {
      problems.push(`${id}: no test (${behavior})`)
    } else if (excused.has(id)) {
      skipped.push(id)
    } else {
      problems.push(`${id}: none of its tests ran (${behavior})`)
    }
  }
  const tested = due.filter((row) => ran.has(row.id)).length
  const deferred = rows.length - due.length
  const summary = `${rows.length} requirements: ${tested} of ${due.length} due were tested, ${deferred} deferred`
  return { problems, skipped, summary }
}

function tableProblems(rows: readonly Requirement[], declared: ReadonlySet<string>): string[] {
  const problems = repeated(rows.map((row) => row.id)).map(
    (id) => `${id}: is listed twice in the table`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of declared) {
    const row = byId.get(id)
    if (row === undefined) problems.push(`${id}: a test claims it, but the table does not list it`)
    else if (row.deferred) problems.push(`${id}: deferred (${row.deferred}), but has a test`)
  }
  return problems
}

/** Returns values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
