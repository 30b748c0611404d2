// Temperatures as printers' servers report them.
import { numberOf } from './http.ts'
import type { Temperature } from './printer.ts'

/** Returns null for a sensor that reports no number. A sensor may be without a heater. */
export function temperatureOf(actual: unknown, target: unknown): Temperature | null {
  const degrees = numberOf(actual)
  return degrees === null ? null : { actual: degrees, target: numberOf(target) }
}
