// The client's settings, from the environment.
import { type Ability, abilitySettings, readAbility } from './config-ability.ts'
import { isRecord } from './is-record.ts'

export type PrinterConfig = Ability & {
  /** The name that operators see; unique within the farm. */
  readonly name: string
  readonly kind: 'moonraker' | 'octoprint'
  /** Where the printer's server listens, such as http://192.168.1.20:7125. */
  readonly url: string
  /** The value of X-Api-Key; Moonraker needs none on a trusted network. */
  readonly apiKey: string | null
  /** `confirm`: a person clears the plate and says so before the next job. `auto`: the printer ejects its parts itself. */
  readonly plate: 'confirm' | 'auto'
}

export type ClientConfig = {
  readonly farmUrl: string
  readonly internalKey: string
  readonly printers: readonly PrinterConfig[]
  /** One file for each printer. */
  readonly stateDir: string
  readonly pollSeconds: number
  readonly heartbeatSeconds: number
  readonly reportSeconds: number
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
  const config = {
    farmUrl,
    internalKey,
    printers,
    stateDir: environment['STATE_DIR']?.trim() || 'farm-client-state',
    pollSeconds: seconds('POLL_SECONDS', 5, 60),
    heartbeatSeconds: seconds('HEARTBEAT_SECONDS', 60, 300),
    reportSeconds: seconds('REPORT_SECONDS', 30, 60),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config
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
    // JSON.parse throws for no other reason.
    return null
  }
}

function readPrinter(entry: unknown, where: string, problems: string[]): PrinterConfig {
  const fields: Readonly<Record<string, unknown>> = isRecord(entry) ? entry : {}
  const known = ['name', 'kind', 'url', 'apiKey', 'plate', ...abilitySettings]
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) problems.push(`${where}.${name} is not a setting of a printer.`)
  }
  const { name, kind, url, apiKey = null, plate = 'confirm' } = fields
  if (typeof name !== 'string' || name.trim() === '') problems.push(`${where}.name is required.`)
  if (kind !== 'moonraker' && kind !== 'octoprint') {
    problems.push(`${where}.kind must be moonraker or octoprint.`)
  }
  if (typeof url !== 'string' || !isHttpUrl(url)) {
    problems.push(`${where}.url must be an http address.`)
  }
  if (apiKey !== null && typeof apiKey !== 'string') {
    problems.push(`${where}.apiKey must be a text.`)
  }
  if (plate !== 'confirm' && plate !== 'auto') {
    problems.push(`${where}.plate must be confirm or auto.`)
  }
  return {
    ...readAbility(fields, where, problems),
    name: String(name).trim(),
    kind: kind === 'octoprint' ? kind : 'moonraker',
    url: withoutFinalSlashes(String(url)),
    apiKey: typeof apiKey === 'string' ? apiKey : null,
    plate: plate === 'auto' ? plate : 'confirm',
  }
}

/** Paths are appended to it. */
function withoutFinalSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

const isHttpUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)
