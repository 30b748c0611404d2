// Numbers of the report: thousands separated by commas, 0 without decimals.
import { short } from '../runner/run-scenarios.ts'

/** Matches long numbers. Dates, hashes, identifiers and decimals are not matched. */
const long = /(?<![\w.,#/$]|\w[-:])\d{4,}(?![\w:-])/g

/** Groups thousands: `22684/s` becomes `22,684/s`. */
export const grouped = (text: string): string =>
  text.replace(long, (digits) => Number(digits).toLocaleString('en-US'))

/** Formats a figure of a scenario: `0.000 ms` becomes `0 ms`. */
export const figureText = (figure: string): string =>
  grouped(figure.replace(/^0\.0+(?![\d.])/, '0'))

export function numberText(value: number): string {
  const text = short(value)
  return Number(text) === 0 ? '0' : grouped(text)
}

export const amount = (value: number, unit: string): string =>
  `${numberText(value)}${unit === '' || unit.startsWith('/') ? unit : ` ${unit}`}`
