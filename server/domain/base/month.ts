// Calendar months as addresses and pages name them.
import { dateFormat } from './date-format.ts'

/** 2026-11; of this century, as all months of the service are. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** "November 2026" */
export const monthText = (month: string): string =>
  dateFormat({ month: 'long', year: 'numeric' }, 'UTC').format(new Date(`${month}-01T00:00:00Z`))

export function neighborMonth(month: string, step: 1 | -1): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + step)
  return at.toISOString().slice(0, 7)
}
