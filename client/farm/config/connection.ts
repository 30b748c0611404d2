// How a printer is reached, from its settings.
import { fingerprint, type Pins } from '../bambu/trust.ts'
import { isHttpUrl, withoutFinalSlashes } from './http-url.ts'

const kinds = ['moonraker', 'octoprint', 'prusalink', 'bambu'] as const

export type Connection =
  | {
      readonly kind: 'moonraker' | 'octoprint'
      /** Where the printer's server listens, such as http://192.168.1.20:7125. */
      readonly url: string
      /** Value of X-Api-Key. Moonraker needs none on a trusted network. */
      readonly apiKey: string | null
    }
  | {
      readonly kind: 'prusalink'
      readonly url: string
      readonly apiKey: string | null
      readonly user: string
      readonly password: string | null
      /** Name such as `usb`; null = the first writable storage. */
      readonly storage: string | null
    }
  | {
      readonly kind: 'bambu'
      /** The printer's address, such as 192.168.1.30. */
      readonly host: string
      readonly mqttPort: number
      readonly ftpsPort: number
      readonly serial: string
      /** Shown in the printer's network menu. */
      readonly accessCode: string
      readonly certificate: Pins
      /** The AMS tray for each filament of a plate, starting at 0; null = the spool holder. */
      readonly ams: readonly number[] | null
    }

const web = ['url', 'apiKey', 'pictureUrl'] as const
const settings: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  moonraker: web,
  octoprint: web,
  prusalink: [...web, 'user', 'password', 'storage'],
  bambu: [
    'host',
    'mqttPort',
    'ftpsPort',
    'serial',
    'accessCode',
    'certificate',
    'ams',
    'pictureUrl',
  ],
}

const isKind = (value: unknown): value is (typeof kinds)[number] =>
  kinds.some((kind) => kind === value)

/** Returns the names of the settings for this kind of connection. */
export const connectionSettings = (kind: unknown): readonly string[] =>
  isKind(kind) ? settings[kind] : web

/** Adds a sentence to `problems` for each wrong setting. */
export function readConnection(
  fields: Readonly<Record<string, unknown>>,
  where: string,
  problems: string[],
): Connection {
  const { kind, url } = fields
  if (kind === 'bambu') return readBambu(fields, where, problems)
  if (!isKind(kind)) problems.push(`${where}.kind must be one of ${kinds.join(', ')}.`)
  if (typeof url !== 'string' || !isHttpUrl(url)) {
    problems.push(`${where}.url must be an http address.`)
  }
  const text = (name: string): string | null => {
    const value = fields[name] ?? null
    if (value === null || typeof value === 'string') return value
    problems.push(`${where}.${name} must be a text.`)
    return null
  }
  const server = { url: withoutFinalSlashes(String(url)), apiKey: text('apiKey') }
  if (kind !== 'prusalink') return { kind: kind === 'octoprint' ? kind : 'moonraker', ...server }
  const [user, password, storage] = [text('user') ?? 'maker', text('password'), text('storage')]
  if (password === null && server.apiKey === null) {
    problems.push(`${where}.password or apiKey is required for PrusaLink.`)
  }
  return { kind, ...server, user, password, storage }
}

function readBambu(
  fields: Readonly<Record<string, unknown>>,
  where: string,
  problems: string[],
): Connection {
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    problems.push(`${where}.${name} is required.`)
    return ''
  }
  const port = (name: string, usual: number): number => {
    const value = fields[name] ?? usual
    if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536) {
      return value
    }
    problems.push(`${where}.${name} must be the number of a port.`)
    return usual
  }
  return {
    kind: 'bambu',
    host: text('host'),
    serial: text('serial'),
    accessCode: text('accessCode'),
    mqttPort: port('mqttPort', 8883),
    ftpsPort: port('ftpsPort', 990),
    certificate: readPins(fields['certificate'], where, problems),
    ams: readTrays(fields['ams'], where, problems),
  }
}

function readPins(value: unknown, where: string, problems: string[]): Pins {
  if (value === undefined || value === null) return null
  if (value === 'insecure') return value
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const pins = given.map((each) => (typeof each === 'string' ? fingerprint(each) : null))
  const known = pins.filter((each) => each !== null)
  if (known.length > 0 && known.length === pins.length) return known
  problems.push(`${where}.certificate must be a SHA-256 fingerprint, a list of them, or insecure.`)
  return null
}

function readTrays(value: unknown, where: string, problems: string[]): readonly number[] | null {
  if (value === undefined || value === null) return null
  const isTray = (tray: unknown) => typeof tray === 'number' && Number.isInteger(tray) && tray >= 0
  if (Array.isArray(value) && value.length > 0 && value.every(isTray)) return value
  problems.push(`${where}.ams must be a list of tray numbers, such as [0].`)
  return null
}
