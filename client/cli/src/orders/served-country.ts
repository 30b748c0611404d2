// Countries in the API's types.
import type { Country } from '../../../typescript/src/index.ts'
import { refuse } from '../terminal/exit-codes.ts'

/** One member per country, so that a new country does not compile until it is listed here. */
const served: Readonly<Record<Country, true>> = {
  US: true,
  CA: true,
  GB: true,
  AU: true,
  DE: true,
  FR: true,
  IN: true,
  NL: true,
  IE: true,
  NZ: true,
  SE: true,
  IT: true,
  ES: true,
  MX: true,
}

const isServed = (code: string): code is Country => Object.hasOwn(served, code)

/** Returns the country. Throws if the farm does not ship to it. */
export function servedCountry(code: string): Country {
  if (isServed(code)) return code
  throw refuse(`The farm does not ship to ${code}.`)
}
