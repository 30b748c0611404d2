// The countries that the types of the API name.
import type { Country } from '../../../typescript/src/index.ts'
import { refused } from '../terminal/exit-codes.ts'

/** A member for each, so that one that is added does not compile until it is here. */
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

/** Throws where the farm does not ship to. */
export function servedCountry(code: string): Country {
  if (isServed(code)) return code
  throw refused(`The farm does not ship to ${code}.`)
}
