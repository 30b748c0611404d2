// Calendar months in the format of addresses and page titles.
import { dateFormat } from './date-format.ts'

/** Whether the text is a month such as 2026-11. Only months of this century are valid. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** Formats a month as "November 2026". */
export const monthText = (month: string): string =>
  dateFormat({ month: 'long', year: 'numeric' }, 'UTC').format(new Date(`${month}-01T00:00:00Z`))

export function neighborMonth(month: string, step: 1 | -1): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + step)
  return at.toISOString().slice(0, 7)
}
