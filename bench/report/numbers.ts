// Numbers of the report: thousands separated by commas, 0 without decimals.
import { short } from '../runner/run-scenarios.ts'

/** Dates, hashes, code words and decimals keep their digits. */
const long = /(?<![\w.,#/$]|\w[-:])\d{4,}(?![\w:-])/g

/** `22684/s` is `22,684/s`. */
export const grouped = (text: string): string =>
  text.replace(long, (digits) => Number(digits).toLocaleString('en-US'))

/** As a scenario wrote it: `0.000 ms` is `0 ms`. */
export const figureText = (figure: string): string =>
  grouped(figure.replace(/^0\.0+(?![\d.])/, '0'))

export function numberText(value: number): string {
  const text = short(value)
  return Number(text) === 0 ? '0' : grouped(text)
}

export const amount = (value: number, unit: string): string =>
  `${numberText(value)}${unit === '' || unit.startsWith('/') ? unit : ` ${unit}`}`
