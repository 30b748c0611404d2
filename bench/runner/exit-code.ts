// The exit code of a run.
import type { Results } from './results.ts'

/**
 * Returns 1 when an aim is missed or a scenario failed. `strict`: even when a row was not judged, or nothing was
 * measured, so that a busy machine does not look like success.
 */
export function exitCodeOf(
  { rows, failed }: Pick<Results, 'rows' | 'failed'>,
  { strict }: { readonly strict: boolean },
): 0 | 1 {
  const isUnjudged = rows.length === 0 || rows.some(({ verdict }) => verdict === 'not judged')
  if (strict && isUnjudged) return 1
  return failed.length > 0 || rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
}
