// The kinds of values that an environment variable may hold, each with the sentence for an invalid one.
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import * as v from 'valibot'
import { parseTaxRate } from '../domain/billing/tax.ts'
import { parseFilamentCost } from '../domain/desk/cost-rates.ts'
import { spenders } from '../domain/generation/engine/budget.ts'

/** What the configuration table says about a variable. */
export type Documentation = {
  /** The default where it is not one value; absent = the schema's default, or `none`. */
  readonly byDefault?: string
  /** What it must contain in production, which has no fallback; absent = it may be missing. */
  readonly required?: string
  /** Whether the value may also come from a file, named by the variable with _FILE at its end. */
  readonly secret?: boolean
} & ({ readonly text: string } | { /** Shares the row of that variable. */ readonly rowOf: string })

export const documented = <const T extends v.GenericSchema>(
  schema: T,
  documentation: Documentation,
) => v.pipe(schema, v.metadata(documentation))

export const integer = (name: string, min: number, max: number, fallback: number) =>
  v.optional(wholeNumber(name, min, max), String(fallback))

export function wholeNumber(name: string, min: number, max: number) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      (issue) => `${name} must be a whole number from ${min} to ${max}, but is "${issue.input}".`,
    ),
    v.transform(Number),
  )
}

export function oneOf<const T extends string>(name: string, values: readonly T[], fallback: T) {
  return v.optional(
    v.picklist(
      values,
      (issue) => `${name} must be one of ${values.join(', ')}, but is ${issue.received}.`,
    ),
    fallback,
  )
}

/** A name of the IANA database. Offsets such as +02:00 are refused: Postgres counts them the other way. */
export function timeZone(name: string, fallback: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check(
        isTimeZone,
        (issue) =>
          `${name} must be the name of a time zone such as Europe/Berlin, but is "${issue.input}".`,
      ),
    ),
    fallback,
  )
}

function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The value is not repeated in the message: such addresses may hold passwords. */
export function address(name: string, protocols: readonly string[]) {
  const schemes = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `${name} must be an address that begins with ${schemes}.`,
    ),
  )
}

/** Comma-separated; an empty list unless there is another default. */
export function list(
  name: string,
  isValid: (entry: string) => boolean,
  what: string,
  fallback = '',
) {
  return v.optional(
    v.pipe(
      v.string(),
      v.transform(entriesOf),
      v.check(
        (entries) => entries.every(isValid),
        (issue) =>
          `${name} must hold ${what}, with commas between them, but holds ` +
          `"${issue.input.find((entry) => !isValid(entry))}".`,
      ),
    ),
    fallback,
  )
}

function entriesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Scheme, host and port only; a slash at the end is accepted. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  const withoutSlash = text.replace(/\/$/, '').toLowerCase()
  return (protocol === 'http:' || protocol === 'https:') && origin === withoutSlash
}

export function isHost(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
}

/** Whether the path is a folder that exists. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** An address, or a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [ipAddress = '', prefix, ...rest] = text.split('/')
  const version = isIP(ipAddress)
  if (version === 0 || rest.length > 0) return false
  const maxPrefix = version === 4 ? 32 : 128
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)
}

/** Credits and their price in cents: 10:500. `none` is the list without a pack. */
export function isCreditPack(text: string): boolean {
  const [credits, cents, ...rest] = text.split(':')
  if (text === noPacks) return true
  const isWhole = (part = '') => /^[1-9]\d{0,5}$/.test(part)
  return rest.length === 0 && isWhole(credits) && isWhole(cents) && Number(cents) >= 50
}

/** An engine and the cents that one of its calls is taken to cost: engine_2:40. */
export function isEngineCost(text: string): boolean {
  const [name, cents, ...rest] = text.split(':')
  return (
    rest.length === 0 && spenders.some((each) => each === name) && /^\d{1,6}$/.test(cents ?? '')
  )
}

export const noPacks = 'none'

/** A material and its cents per kilogram: pla:2000. */
export const isFilamentCost = (text: string): boolean => parseFilamentCost(text) !== null

/** A country and its rate in percent: DE:19. */
export const isTaxRate = (text: string): boolean => parseTaxRate(text) !== null
