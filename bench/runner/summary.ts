// The last line of `npm run bench`.
import { relative } from 'node:path'
import type { Results } from './results.ts'

/**
 * Returns the summary. `path`: the file of the run; `null` when none was written, because there is
 * no row yet.
 */
export function summaryText(results: Results, path: string | null): string {
  return results.rows.length === 0
    ? `Nothing was measured${unmeasured(results)}. No file was written.`
    : `${counts(results)} ${savedText(path)}`
}

export function savedText(path: string | null): string {
  return path === null
    ? 'No row was done, and no file was written.'
    : `The rows are in ${relative(process.cwd(), path)}.`
}

function unmeasured({ failed, skipped }: Results): string {
  const names = (entries: Results['failed']) => entries.map(({ scenario }) => scenario).join(', ')
  const parts = [
    ...(failed.length > 0 ? [`${names(failed)} failed`] : []),
    ...(skipped.length > 0
      ? [`${names(skipped)} ${skipped.length === 1 ? 'was' : 'were'} skipped`]
      : []),
  ]
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

function counts({ rows, failed, skipped }: Results): string {
  const count = (verdict: Results['rows'][number]['verdict']) =>
    rows.filter((row) => row.verdict === verdict).length
  const parts = [
    `${rows.length === 1 ? '1 row' : `${rows.length} rows`}: ${count('met')} met`,
    `${count('missed')} missed`,
    `${count('not judged')} not judged (machine busy)`,
    `${count('reported')} reported`,
  ]
  const others = [
    ...(failed.length > 0
      ? [`${failed.length} ${failed.length === 1 ? 'scenario' : 'scenarios'} failed`]
      : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  return `${[...parts, ...others].join(', ')}.`
}
