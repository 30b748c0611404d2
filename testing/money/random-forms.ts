// Random forms of a submit, and the result for each by an independent reading of the contract. Nothing here uses
// server/domain: a misspelled name is made from a known name, and an unknown name comes from a list.

import type { Random } from '../seeded-random.ts'
import type { Part } from '../service/multipart.ts'
import {
  naiveFlow,
  naiveInfill,
  naiveLayerHeight,
  naiveNozzle,
  naiveQuantity,
} from './naive-inputs.ts'
import { type Material, naiveMeshOrder, type Quality, type StockColor } from './naive-pricer.ts'

/** The stored options, by database column. */
export type StoredOptions = {
  readonly material: string
  readonly quality: string
  readonly quantity: number
  readonly color: string
  readonly infill: number
  readonly nozzle_diameter: number
  readonly nozzle_flow: string
  readonly layer_height: number
  readonly note: string | null
  readonly recipient_name: string
  readonly street1: string
  readonly city: string
  readonly country: string
}

export type Expected =
  | {
      readonly kind: 'placed'
      readonly options: StoredOptions
      readonly cents: number
      readonly ignored: readonly string[]
    }
  /** The sentence contains one of the reasons; another test checks which of several problems is named first. */
  | { readonly kind: 'refused'; readonly because: readonly string[] }

export type RandomForm = { readonly parts: readonly Part[]; readonly expected: Expected }

/** The 20 mm cube that every form orders. */
const VOLUME_CM3 = 8

const COUNTRIES = 'US CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ')
const MATERIALS: readonly Material[] = ['pla', 'petg', 'abs', 'asa', 'tpu']
const STOCK: readonly StockColor[] = [
  { name: 'Black', hex: '000000' },
  { name: 'Sakura Pink', hex: 'FFB7C5' },
  { name: 'Silver', hex: 'C0C0C0' },
]

/** Names of the contract's table, and the aliases. */
const KNOWN =
  'file modelUrl units material quality quantity color infill nozzleDiameter nozzleFlow layerHeight note recipientName name street1 address1 street2 address2 city state zip postalCode country email phone'.split(
    ' ',
  )

/** Names with another meaning, none of them similar to a known one. */
const FOREIGN = [
  ...['giftCard', 'coupon', 'discount', 'price', 'total', 'status', 'paid', 'charged', 'code'],
  ...['layer', 'nozzle', 'qty', 'zipcode', 'orderId', 'utm_source', '__proto__'],
  ...['颜色', 'цвет', 'マテリアル', 'χρώμα', 'لون', '🎨', 'größe', '材质'],
]

const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
const chance = (random: Random, share: number): boolean => random() < share
const text = (name: string | null, content: string): Part => ({ name, content })

/** Returns a known name with one or two wrong letters, depending on its length; never another known name. */
function misspelled(random: Random): string {
  for (;;) {
    const name = pick(random, KNOWN)
    const edits = name.length >= 6 && chance(random, 0.4) ? 2 : 1
    let changed = chance(random, 0.2) ? recased(random, name) : name
    for (let edit = 0; edit < edits; edit += 1) changed = edited(random, changed, name.length < 4)
    if (!KNOWN.includes(changed) && !isOtherWord(changed)) return changed
  }
}

/**
 * Returns whether the name is a word of other forms that an edit of a known name can produce, and that is listed as
 * ignored (server/domain/base/text/field-names.ts).
 */
const isOtherWord = (name: string): boolean =>
  name === '' ||
  ['county', 'fname', 'lname', 'mname', 'sname', 'uname'].includes(name.toLowerCase())

const recased = (random: Random, name: string): string =>
  pick(random, [name.toUpperCase(), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`])

/** Edits a name. The first letter of a very short name stays: without it, the name is unrecognizable. */
function edited(random: Random, name: string, keepsFirst: boolean): string {
  const first = keepsFirst ? 1 : 0
  const at = first + Math.floor(random() * (name.length - first))
  const letter = pick(random, [...'abcdefghijklmnopqrstuvwxyz'])
  const before = name.slice(0, at)
  const after = name.slice(at + 1)
  switch (Math.floor(random() * 4)) {
    case 0:
      return `${before}${letter}${after}`
    case 1:
      return `${before}${after}`
    case 2:
      return `${before}${letter}${name.slice(at)}`
    default:
      return `${before}${after.slice(0, 1)}${name.slice(at, at + 1)}${after.slice(1)}`
  }
}

type Draft = {
  readonly parts: Part[]
  readonly fields: Map<string, string>
  readonly ignored: string[]
  /** Problems with the names. */
  readonly problems: string[]
}

/** Adds a field of the contract: sent, or left to its default. */
function field(random: Random, draft: Draft, name: string, values: readonly string[], share = 0.5) {
  if (!chance(random, share)) return
  const value = pick(random, values)
  draft.parts.push(text(name, value))
  draft.fields.set(name, value)
}

const invisible = (random: Random): string =>
  pick(random, ['', '', '', '\u200b', '\u202e', '\0', '\ufeff', '\u001b'])

const NUMBERS = [
  '0',
  '1',
  '2',
  '7',
  '10',
  '50',
  '200',
  '-3',
  '2.9',
  'many',
  '',
  ' 12 ',
  '1e1',
  '0x10',
]

/** Adds optional fields, in the words of the contract's table. */
function options(random: Random, draft: Draft): void {
  field(random, draft, 'material', [...MATERIALS, 'PLA', ' PetG ', 'tp\u200bu', ''])
  field(random, draft, 'quality', ['standard', 'premium', 'premium\n', ''], 0.3)
  field(random, draft, 'quantity', NUMBERS)
  const colors = [
    'Black',
    'black\r\n',
    '#000',
    'Sakura Pink',
    'sak\u200bura pink',
    'Magenta',
    '红色',
    '',
  ]
  field(random, draft, 'color', [...colors, 'x'.repeat(90)])
  field(random, draft, 'infill', NUMBERS)
  field(random, draft, 'nozzleDiameter', ['0.2', '0.4', '0.6', '0.8', '0.5', 'wide', ''], 0.3)
  field(random, draft, 'nozzleFlow', ['high', 'standard', 'HIGH', ''], 0.3)
  field(random, draft, 'layerHeight', ['0.1', '0.3', '9', '-1', 'thin', ''], 0.3)
  field(random, draft, 'note', ['Thin side up.', 'a\r\nb', 'a\0b\u001b', '', 'n'.repeat(1100)], 0.3)
  field(random, draft, 'country', [...COUNTRIES, 'us', 'd\u200be', ''], 0.4)
  field(random, draft, 'phone', ['+1 555', ' 1 '], 0.2)
}

function address(random: Random, draft: Draft): void {
  const lines = { recipientName: 'Ada Example', street1: '1 Main Street', city: 'Springfield' }
  for (const [name, value] of Object.entries(lines)) {
    const sent = `${invisible(random)}${value}${invisible(random)}`
    draft.parts.push(text(name, sent))
    draft.fields.set(name, value)
  }
  draft.parts.push(text('state', 'IL'), text('zip', '62701'))
}

/** Adds values that no rule names, or that cannot be read. */
function oddities(random: Random, draft: Draft): void {
  const kinds = Math.floor(random() * 3)
  for (let odd = 0; odd < kinds; odd += 1) {
    switch (Math.floor(random() * 6)) {
      case 0:
        addMisspelt(random, draft)
        break
      case 1:
        addForeign(random, draft)
        break
      case 2:
        addForeign(random, draft)
        break
      case 3:
        addNameless(random, draft)
        break
      case 4:
        addDouble(random, draft)
        break
      default:
        addFile(random, draft)
    }
  }
}

function addMisspelt(random: Random, draft: Draft): void {
  draft.parts.push(text(misspelled(random), pick(random, ['petg', '50', 'Red', 'premium', ''])))
  draft.problems.push('Unknown field "')
}

function addForeign(random: Random, draft: Draft): void {
  const name = pick(random, FOREIGN)
  draft.parts.push(text(name, pick(random, ['1', '0.01', 'GIFT-100', 'ü', ''])))
  if (!draft.ignored.includes(name)) draft.ignored.push(name)
}

function addNameless(random: Random, draft: Draft): void {
  draft.parts.push(text(pick(random, ['', null]), 'premium'))
  if (!draft.ignored.includes('')) draft.ignored.push('')
}

function addDouble(random: Random, draft: Draft): void {
  const name = pick(random, ['quantity', 'material', 'city', 'giftCard'])
  const value = draft.fields.get(name) ?? '5'
  const isSame = chance(random, 0.5)
  if (name === 'giftCard') {
    draft.parts.push(text(name, '1'), text(name, '2'))
    if (!draft.ignored.includes(name)) draft.ignored.push(name)
    return
  }
  const sent = draft.parts.find((part) => part.name === name)?.content
  if (sent === undefined) {
    draft.parts.push(text(name, name === 'material' ? 'petg' : value))
    draft.fields.set(name, name === 'material' ? 'petg' : value)
  }
  const first = sent ?? draft.fields.get(name) ?? ''
  draft.parts.push({ name, content: isSame ? first : `${first}x` })
  if (!isSame) draft.problems.push('was sent more than once')
}

function addFile(random: Random, draft: Draft): void {
  if (draft.parts.filter(({ fileName }) => fileName !== undefined).length > 2) return
  if (chance(random, 0.5)) {
    const name = pick(random, ['photo', 'drawing', '图纸'])
    draft.parts.push({ name, content: 'bytes', fileName: 'x.png' })
    if (!draft.ignored.includes(name)) draft.ignored.push(name)
    return
  }
  draft.parts.push({ name: 'phone', content: '+1', fileName: 'phone.txt' })
  draft.problems.push('was sent as a file')
}

/** Adds a problem that the contract's checks refuse, which precede the checks of names. */
function contractProblem(random: Random, draft: Draft): Expected | null {
  if (!chance(random, 0.08)) return null
  const refused = (because: string) => ({ kind: 'refused', because: [because] }) as const
  const drop = (name: string) => {
    const at = draft.parts.findIndex((part) => part.name === name)
    if (at >= 0) draft.parts.splice(at, 1)
  }
  switch (Math.floor(random() * 4)) {
    case 0:
      drop('state')
      draft.parts.push(text('state', pick(random, ['', ' ', '\u200b', '\u3164'])))
      return refused('Missing required shipping fields: state')
    case 1:
      draft.parts.push(text('email', pick(random, ['nobody', 'a@b, c@d', 'Ada <a@b.example>'])))
      return refused('Invalid email.')
    case 2:
      draft.parts.push(text('street2', 's'.repeat(201)))
      return refused('street2 is too long')
    default:
      draft.parts.push(text('units', 'yd'))
      return refused('Invalid units.')
  }
}

export function randomForm(random: Random, cube: Part): RandomForm {
  const draft: Draft = { parts: [], fields: new Map(), ignored: [], problems: [] }
  address(random, draft)
  options(random, draft)
  oddities(random, draft)
  const contract = contractProblem(random, draft)
  const parts = [...draft.parts, cube]
  if (contract !== null) return { parts, expected: contract }
  const { problems } = draft
  if (problems.length > 0) return { parts, expected: { kind: 'refused', because: problems } }
  return { parts, expected: placedBy(draft) }
}

const HIDDEN = ['\u200b', '\u202e', '\ufeff', '\0', '\u001b']

const unhidden = (value: string): string =>
  [...value].filter((character) => !HIDDEN.includes(character)).join('')

/** Returns the visible text on one line. */
const seen = (value: string): string => unhidden(value.replaceAll(/[\r\n]+/g, ' ')).trim()

function placedBy({ fields, ignored }: Draft): Expected {
  const word = (name: string, otherwise: string): string =>
    seen(fields.get(name) ?? '') || otherwise
  const number = (name: string): string | undefined => seen(fields.get(name) ?? '') || undefined
  const nozzle = naiveNozzle(number('nozzleDiameter'))
  const color = [...word('color', 'Default')].slice(0, 64).join('')
  const note = [...unhidden(fields.get('note') ?? '')].slice(0, 1000).join('')
  const storedOptions: StoredOptions = {
    material: word('material', 'pla').toLowerCase(),
    quality: word('quality', 'standard'),
    quantity: naiveQuantity(number('quantity')),
    color,
    infill: naiveInfill(number('infill')),
    nozzle_diameter: nozzle,
    nozzle_flow: naiveFlow(number('nozzleFlow')),
    layer_height: naiveLayerHeight(number('layerHeight'), nozzle),
    note: note === '' ? null : note,
    recipient_name: word('recipientName', ''),
    street1: word('street1', ''),
    city: word('city', ''),
    country: word('country', 'US').toUpperCase(),
  }
  const price = naiveMeshOrder(
    {
      material: storedOptions.material as Material,
      quality: storedOptions.quality as Quality,
      quantity: storedOptions.quantity,
      color: storedOptions.color,
      infill: storedOptions.infill,
      nozzleDiameter: storedOptions.nozzle_diameter,
      nozzleFlow: storedOptions.nozzle_flow as 'standard' | 'high',
      layerHeight: storedOptions.layer_height,
      volumeCm3: VOLUME_CM3,
      country: storedOptions.country,
    },
    STOCK,
  )
  return { kind: 'placed', options: storedOptions, cents: Number(price.totalCents), ignored }
}
