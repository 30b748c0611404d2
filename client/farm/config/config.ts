// Settings of the client, from the environment.

import { isRecord } from '../is-record.ts'
import { type Ability, abilitySettings, readAbility } from './ability.ts'
import { type Connection, connectionSettings, readConnection } from './connection.ts'
import { isHttpUrl, withoutFinalSlashes } from './http-url.ts'

export type PrinterConfig = Ability &
  Connection & {
    /** Name for operators, unique within the farm. */
    readonly name: string
    /** `confirm`: a user clears the plate and confirms that before the next job. `auto`: the printer ejects its parts. */
    readonly plate: 'confirm' | 'auto'
    /** Address of a camera's picture; null = the printer's own camera. */
    readonly pictureUrl: string | null
  }

export type ClientConfig = {
  readonly farmUrl: string
  readonly internalKey: string
  readonly printers: readonly PrinterConfig[]
  /** Contains one file per printer. */
  readonly stateDir: string
  readonly pollSeconds: number
  readonly heartbeatSeconds: number
  readonly reportSeconds: number
  /** Time between pictures of a printer; 0 = none. */
  readonly pictureSeconds: number
  /** Maximum number of printers that heat up, and that receive a file, at the same time; 0 = no limit. */
  readonly heatingAtOnce: number
  readonly uploadsAtOnce: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws an Error that names each wrong setting. */
export function readConfig(environment: Environment): ClientConfig {
  const problems: string[] = []
  const required = (name: string): string => {
    const value = environment[name]?.trim() ?? ''
    if (value === '') problems.push(`${name} is required.`)
    return value
  }
  const farmUrl = withoutFinalSlashes(required('FARM_URL'))
  if (farmUrl !== '' && !isHttpUrl(farmUrl)) {
    problems.push('FARM_URL must be an http or https address.')
  }
  const internalKey = required('INTERNAL_KEY')
  const printers = readPrinters(required('PRINTERS'), problems)
  const seconds = (name: string, fallback: number, most: number): number => {
    const text = environment[name]?.trim() ?? ''
    const value = text === '' ? fallback : Number(text)
    if (!(value > 0 && value <= most)) {
      problems.push(`${name} must be a number of seconds up to ${most}.`)
    }
    return value
  }
  const whole = (name: string, fallback: number, most: number): number => {
    const text = environment[name]?.trim() ?? ''
    const value = text === '' ? fallback : Number(text)
    if (!(Number.isInteger(value) && value >= 0 && value <= most)) {
      problems.push(`${name} must be a whole number up to ${most}; 0 is no limit.`)
    }
    return value
  }
  const config = {
    farmUrl,
    internalKey,
    printers,
    stateDir: environment['STATE_DIR']?.trim() || 'farm-client-state',
    pollSeconds: seconds('POLL_SECONDS', 5, 60),
    heartbeatSeconds: seconds('HEARTBEAT_SECONDS', 60, 300),
    reportSeconds: seconds('REPORT_SECONDS', 30, 60),
    pictureSeconds: pictureSecondsOf(environment, problems),
    heatingAtOnce: whole('HEATING_AT_ONCE', 4, 1000),
    uploadsAtOnce: whole('UPLOADS_AT_ONCE', 2, 1000),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config
}

function pictureSecondsOf(environment: Environment, problems: string[]): number {
  const text = environment['PICTURE_SECONDS']?.trim() ?? ''
  const value = text === '' ? 60 : Number(text)
  if (value === 0 || (value >= 10 && value <= 3600)) return value
  problems.push(
    'PICTURE_SECONDS must be 0 for no pictures, or a number of seconds from 10 to 3600.',
  )
  return 0
}

function readPrinters(text: string, problems: string[]): readonly PrinterConfig[] {
  if (text === '') return []
  const list = parseList(text)
  if (list === null) {
    problems.push('PRINTERS must be a JSON list of printers, such as the one in the README.')
    return []
  }
  const printers = list.map((entry, index) => readPrinter(entry, `PRINTERS[${index}]`, problems))
  const names = printers.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    problems.push('PRINTERS: two printers have the same name.')
  }
  return printers
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) && parsed.length > 0 ? parsed : null
  } catch {
    // JSON.parse throws only for invalid JSON.
    return null
  }
}

function readPrinter(entry: unknown, where: string, problems: string[]): PrinterConfig {
  const fields: Readonly<Record<string, unknown>> = isRecord(entry) ? entry : {}
  const { name, kind, plate = 'confirm', pictureUrl = null } = fields
  const known = ['name', 'kind', 'plate', ...connectionSettings(kind), ...abilitySettings]
  for (const setting of Object.keys(fields)) {
    if (!known.includes(setting)) {
      problems.push(`${where}.${setting} is not a setting of a printer.`)
    }
  }
  if (typeof name !== 'string' || name.trim() === '') problems.push(`${where}.name is required.`)
  const connection = readConnection(fields, where, problems)
  if (plate !== 'confirm' && plate !== 'auto') {
    problems.push(`${where}.plate must be confirm or auto.`)
  }
  if (pictureUrl !== null && !(typeof pictureUrl === 'string' && isHttpUrl(pictureUrl))) {
    problems.push(`${where}.pictureUrl must be an http address.`)
  }
  return {
    ...readAbility(fields, where, problems),
    ...connection,
    name: String(name).trim(),
    plate: plate === 'auto' ? plate : 'confirm',
    pictureUrl: typeof pictureUrl === 'string' ? pictureUrl : null,
  }
}
