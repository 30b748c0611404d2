// Abilities of a printer, from its settings.
import { isRecord } from '../is-record.ts'

const origins = ['front_left', 'center'] as const
const firmwares = ['marlin', 'klipper', 'reprapfirmware', 'bambu'] as const
const fileKinds = ['gcode', 'plates'] as const

export type Ability = {
  readonly materials: readonly string[] | null
  readonly colors: readonly string[] | null
  readonly nozzleDiameters: readonly number[] | null
  readonly volumeMm: { readonly x: number; readonly y: number; readonly z: number } | null
  /** Position of the coordinate origin. */
  readonly origin: (typeof origins)[number]
  readonly model: string | null
  readonly firmware: (typeof firmwares)[number] | null
  /** Kinds of files that its server prints. */
  readonly files: readonly (typeof fileKinds)[number][]
  /** Loaded spools, until an operator sets them at the desk. */
  readonly spools: readonly { readonly material: string; readonly color: string }[] | null
}

export const abilitySettings = [
  'materials',
  'colors',
  'nozzleDiameters',
  'volumeMm',
  'origin',
  'model',
  'firmware',
  'files',
  'spools',
] as const

/** Reads the abilities. Adds a sentence to `problems` for each wrong setting. */
export function readAbility(
  fields: Readonly<Record<string, unknown>>,
  where: string,
  problems: string[],
): Ability {
  const { kind, model = null, firmware = defaultFirmware(kind), origin = 'front_left' } = fields
  if (model !== null && typeof model !== 'string') problems.push(`${where}.model must be a text.`)
  const usual = kind === 'bambu' ? (['plates'] as const) : (['gcode'] as const)
  const files = listOf(fields, 'files', isOneOf(fileKinds), where, problems) ?? usual
  if (kind === 'bambu' && files.includes('gcode')) {
    problems.push(`${where}.files: Bambu Lab printers print plates alone.`)
  }
  const withoutPlates = isOneOf(plainKinds)(kind) ? plainNames[kind] : null
  if (withoutPlates !== null && files.includes('plates')) {
    problems.push(`${where}.files: ${withoutPlates} prints no plates.`)
  }
  return {
    materials: listOf(fields, 'materials', isOneOf(materials), where, problems),
    colors: listOf(fields, 'colors', isText, where, problems),
    nozzleDiameters: listOf(fields, 'nozzleDiameters', isNumber, where, problems),
    volumeMm: readVolume(fields['volumeMm'], where, problems),
    origin: wordOf(origin, origins, `${where}.origin`, problems) ?? 'front_left',
    model: typeof model === 'string' ? model : null,
    firmware: wordOf(firmware, firmwares, `${where}.firmware`, problems),
    files,
    spools: listOf(fields, 'spools', isSpool, where, problems),
  }
}

/** Values that the service accepts. It refuses a report with any other. */
const materials = ['pla', 'petg', 'abs', 'asa', 'tpu'] as const
const lists: Readonly<Record<string, string>> = {
  materials: `a list of ${materials.join(', ')}.`,
  files: `a list of ${fileKinds.join(', ')}.`,
  spools: `a list of objects with material (${materials.join(', ')}) and color.`,
}

const plainKinds = ['moonraker', 'prusalink'] as const
const plainNames = { moonraker: 'Moonraker', prusalink: 'PrusaLink' } as const
const firmwareKinds = ['moonraker', 'prusalink', 'bambu'] as const
const firmwareOf = { moonraker: 'klipper', prusalink: 'marlin', bambu: 'bambu' } as const

const defaultFirmware = (kind: unknown) => (isOneOf(firmwareKinds)(kind) ? firmwareOf[kind] : null)

const isOneOf =
  <W extends string>(words: readonly W[]) =>
  (value: unknown): value is W =>
    words.some((word) => word === value)

function wordOf<W extends string>(
  value: unknown,
  words: readonly W[],
  where: string,
  problems: string[],
): W | null {
  if (value === null) return null
  if (isOneOf(words)(value)) return value
  problems.push(`${where} must be one of ${words.join(', ')}.`)
  return null
}

function listOf<T>(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  isItem: (value: unknown) => value is T,
  where: string,
  problems: string[],
): readonly T[] | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.length > 0 && value.every(isItem)) return value
  problems.push(`${where}.${name} must be ${lists[name] ?? 'a list.'}`)
  return null
}

function readVolume(value: unknown, where: string, problems: string[]): Ability['volumeMm'] {
  if (value === undefined || value === null) return null
  if (isRecord(value)) {
    const { x, y, z } = value
    if (isNumber(x) && isNumber(y) && isNumber(z)) return { x, y, z }
  }
  problems.push(`${where}.volumeMm must have x, y and z in millimeters.`)
  return null
}

const isSpool = (value: unknown): value is { material: string; color: string } =>
  isRecord(value) && isOneOf(materials)(value['material']) && isText(value['color'])
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && value > 0
