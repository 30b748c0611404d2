// The kinds of values that an environment variable may have, each with the sentence for an invalid value.
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import * as v from 'valibot'
import { parseTaxRate } from '../domain/billing/tax.ts'
import { parseFilamentCost } from '../domain/desk/cost-rates.ts'
import { spenders } from '../domain/generation/engine/budget.ts'

/** Description of a variable in the configuration table. */
export type Documentation = {
  /** The default if it is not a single value. When absent: the schema's default, or `none`. */
  readonly byDefault?: string
  /** Requirement in production, which has no fallback. When absent, the variable is optional. */
  readonly required?: string
  /** Whether the value may also come from a file. The variable with the suffix _FILE names the file. */
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

/** A name from the IANA database. Offsets such as +02:00 are rejected, because Postgres reads them with the opposite sign. */
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

/** The message does not repeat the value, because such addresses may contain passwords. */
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

/** A comma-separated list. Defaults to an empty list. */
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

/** Whether the text has only scheme, host and port. A trailing slash is accepted. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  const withoutSlash = text.replace(/\/$/, '').toLowerCase()
  return (protocol === 'http:' || protocol === 'https:') && origin === withoutSlash
}

export function isHost(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
}

/** Whether the path is an existing folder. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether the path is an existing file. */
export const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** Whether the text is an address, or a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [ipAddress = '', prefix, ...rest] = text.split('/')
  const version = isIP(ipAddress)
  if (version === 0 || rest.length > 0) return false
  const maxPrefix = version === 4 ? 32 : 128
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)
}

/** Whether the text is credits and their price in cents, such as 10:500. `none` is the list without a pack. */
export function isCreditPack(text: string): boolean {
  const [credits, cents, ...rest] = text.split(':')
  if (text === noPacks) return true
  const isWhole = (part = '') => /^[1-9]\d{0,5}$/.test(part)
  return rest.length === 0 && isWhole(credits) && isWhole(cents) && Number(cents) >= 50
}

/** Whether the text is an engine and the estimated cost of a call in cents, such as engine_2:40. */
export function isEngineCost(text: string): boolean {
  const [name, cents, ...rest] = text.split(':')
  return (
    rest.length === 0 && spenders.some((each) => each === name) && /^\d{1,6}$/.test(cents ?? '')
  )
}

export const noPacks = 'none'

/** Whether the text is a material and its cents per kilogram, such as pla:2000. */
export const isFilamentCost = (text: string): boolean => parseFilamentCost(text) !== null

/** Whether the text is a country and its rate in percent, such as DE:19. */
export const isTaxRate = (text: string): boolean => parseTaxRate(text) !== null

/** The address that parcels are posted from. */
export type Sender = Readonly<Record<(typeof senderFields)[number], string>>

const senderFields = [
  'name',
  'street1',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'email',
] as const

/** Parses "name; street; city; state; postal code; country; phone; email". Only the state may be empty. */
export function parseSender(text: string): Sender | null {
  const parts = text.split(';').map((part) => part.trim())
  const [
    name = '',
    street1 = '',
    city = '',
    state = '',
    zip = '',
    country = '',
    phone = '',
    email = '',
  ] = parts
  const sender = { name, street1, city, state, zip, country, phone, email }
  const isComplete = senderFields.every((field) => field === 'state' || sender[field] !== '')
  return parts.length === senderFields.length &&
    isComplete &&
    /^[A-Z]{2}$/.test(country) &&
    isEmail(email)
    ? sender
    : null
}
