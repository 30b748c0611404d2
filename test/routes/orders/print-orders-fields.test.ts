// POST /api/print/orders: defaults, clamps, silent corrections and aliases, as stored with the order. Most of the
// file is one table.
import { describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import {
  type FormChanges,
  placed,
  type SubmitBody,
  submit,
} from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import type { RequirementId } from '../../requirements.ts'

const service = useService()
const account = use(() => service.account({ email: 'Owner@Example.com' }))

const order = (fields: FormChanges): Promise<SubmitBody> =>
  placed(submit(service, account, { fields }))

/** Returns columns of the order in the database. */
async function stored(fields: FormChanges) {
  const { code } = await order(fields)
  return orderRow(service.db, code)
}

/** Returns the column of a field: `recipientName` is stored in `recipient_name`. */
const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function kept(fields: FormChanges, name: string): Promise<unknown> {
  const row: Record<string, unknown> = await stored(fields)
  return row[columnOf(name)]
}

const field = 'abcdefghijklmnop'.repeat(100)

/** Key in `readings` for an omitted field. */
const OMITTED = '(omitted)'

/** Tests the stored value after the field was sent with each of the keys. */
function keeps(id: RequirementId, name: string, readings: Record<string, unknown>): void {
  verifies(id, async () => {
    const found: Record<string, unknown> = {}
    for (const sent of Object.keys(readings)) {
      found[sent] = await kept({ [name]: sent === OMITTED ? undefined : sent }, name)
    }
    expect(found).toEqual(readings)
  })
}

describe('one field at a time', () => {
  keeps('orders.submit.material-default', 'material', { [OMITTED]: 'pla', '': 'pla', '  ': 'pla' })
  keeps('orders.submit.material-case', 'material', { PLA: 'pla', PetG: 'petg', ' TPU ': 'tpu' })
  keeps('orders.submit.material-values', 'material', {
    pla: 'pla',
    petg: 'petg',
    abs: 'abs',
    asa: 'asa',
    tpu: 'tpu',
  })
  keeps('orders.submit.quality-default', 'quality', { [OMITTED]: 'standard', '': 'standard' })
  keeps('orders.submit.quality-values', 'quality', { standard: 'standard', premium: 'premium' })
  keeps('orders.submit.quantity-default', 'quantity', { [OMITTED]: 1, '': 1 })
  keeps('orders.submit.quantity-clamped', 'quantity', {
    '1': 1,
    '49': 49,
    '50': 50,
    '51': 50,
    '200': 50,
    '99999999999999999999': 50,
    '-3': 1,
    '2.9': 2,
    '50.9': 50,
  })
  keeps('orders.submit.quantity-not-a-number', 'quantity', {
    '0': 1,
    zero: 1,
    '12abc': 1,
    NaN: 1,
    Infinity: 1,
    '0x10': 1,
    '1,5': 1,
  })
  keeps('orders.submit.infill-default', 'infill', { [OMITTED]: 20, '': 20, dense: 20 })
  keeps('orders.submit.infill-clamped', 'infill', {
    '0': 10,
    '-5': 10,
    '9': 10,
    '10': 10,
    '55': 55,
    '33.7': 33,
    '100': 100,
    '101': 100,
    '1000': 100,
  })
  keeps('orders.submit.nozzle-default', 'nozzleDiameter', { [OMITTED]: 0.4, '': 0.4 })
  keeps('orders.submit.nozzle-values', 'nozzleDiameter', {
    '0.2': 0.2,
    '0.4': 0.4,
    '0.6': 0.6,
    '0.8': 0.8,
    '.6': 0.6,
    '0.80': 0.8,
  })
  keeps('orders.submit.nozzle-other', 'nozzleDiameter', {
    '0.5': 0.4,
    '0.3': 0.4,
    '1': 0.4,
    '0': 0.4,
    '-0.4': 0.4,
    wide: 0.4,
  })
  keeps('orders.submit.flow-default', 'nozzleFlow', { [OMITTED]: 'standard', '': 'standard' })
  keeps('orders.submit.flow-other', 'nozzleFlow', {
    high: 'high',
    standard: 'standard',
    low: 'standard',
    HIGH: 'standard',
    '1.6': 'standard',
  })
  keeps('orders.submit.layer-default', 'layerHeight', { [OMITTED]: 0.2, '': 0.2, thin: 0.2 })
  keeps('orders.submit.layer-clamped', 'layerHeight', {
    '0.08': 0.08,
    '0.079': 0.08,
    '0': 0.08,
    '-1': 0.08,
    '0.12': 0.12,
    '0.3': 0.3,
    '0.30': 0.3,
    '0.31': 0.3,
    '5': 0.3,
  })
  keeps('orders.submit.note-truncated', 'note', {
    [OMITTED]: null,
    '': null,
    'please sand it': 'please sand it',
    [field.slice(0, 1000)]: field.slice(0, 1000),
    [field.slice(0, 1001)]: field.slice(0, 1000),
    [field]: field.slice(0, 1000),
    // A character outside the Basic Multilingual Plane is one character.
    ['🧩'.repeat(1200)]: '🧩'.repeat(1000),
  })
  keeps('orders.submit.country-default', 'country', { [OMITTED]: 'US', '': 'US' })
  keeps('orders.submit.country-uppercased', 'country', { de: 'DE', Mx: 'MX', ' nz ': 'NZ' })
  keeps(
    'orders.submit.country-listed',
    'country',
    Object.fromEntries(
      'US CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ').map((code) => [code, code]),
    ),
  )
  keeps('orders.submit.state-any', 'state', {
    IL: 'IL',
    Zzyzx: 'Zzyzx',
    'Île-de-France': 'Île-de-France',
    '?': '?',
  })
  keeps('orders.submit.zip-any', 'zip', {
    '62701-0001': '62701-0001',
    'SW1A 1AA': 'SW1A 1AA',
    none: 'none',
  })
  keeps('orders.submit.email-default', 'email', {
    [OMITTED]: 'owner@example.com',
    '': 'owner@example.com',
  })
  keeps('orders.submit.email-lowercased', 'email', {
    'Someone.Else@Example.COM': 'someone.else@example.com',
    'x@y.example': 'x@y.example',
  })
  keeps('orders.submit.phone', 'phone', {
    [OMITTED]: null,
    '': null,
    '+1 (555) 010-0199 ext. 7': '+1 (555) 010-0199 ext. 7',
    ' 0049 30 / 1234 ': ' 0049 30 / 1234 ',
    'call me': 'call me',
  })
  keeps('orders.submit.street2-null', 'street2', {
    [OMITTED]: null,
    '': null,
    '  ': null,
    'Apt 4': 'Apt 4',
  })
  keeps('orders.stored.color-default', 'color', {
    [OMITTED]: 'Default',
    '': 'Default',
    'sakura pink': 'sakura pink',
    '#FF8200': '#FF8200',
    Magenta: 'Magenta',
  })
})

describe('layer heights are clamped to the range of each nozzle', () => {
  test.each([
    ['0.2', [undefined, '0.01', '0.1', '1'], [0.15, 0.04, 0.1, 0.15]],
    ['0.6', [undefined, '0.01', '0.4', '1'], [0.2, 0.12, 0.4, 0.45]],
    ['0.8', [undefined, '0.01', '0.55', '1'], [0.2, 0.16, 0.55, 0.6]],
    // An unknown nozzle becomes 0.4 before the layer is clamped.
    ['0.7', [undefined, '0.01', '0.25', '1'], [0.2, 0.08, 0.25, 0.3]],
  ])('nozzle %s', async (nozzleDiameter, sent, keptHeights) => {
    const found: number[] = []
    for (const layerHeight of sent) {
      found.push((await stored({ nozzleDiameter, layerHeight })).layer_height)
    }
    expect(found).toEqual(keptHeights)
  })
})

verifies('orders.stored.inputs', async () => {
  const fields = {
    material: 'petg',
    quality: 'premium',
    quantity: '3',
    color: 'Silver',
    infill: '35',
    nozzleDiameter: '0.6',
    nozzleFlow: 'high',
    layerHeight: '0.25',
    note: 'for the window',
    recipientName: 'Grace Example',
    street1: '2 Long Road',
    street2: 'Floor 3',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 2T6',
    country: 'ca',
    email: 'Grace@Example.com',
    phone: '+1 416 555 0100',
    units: 'mm',
  }
  const row: Record<string, unknown> = await stored(fields)
  const found = Object.keys(fields).map((name) => [name, row[columnOf(name)]])
  expect(Object.fromEntries(found)).toEqual({
    ...fields,
    quantity: 3,
    infill: 35,
    nozzleDiameter: 0.6,
    layerHeight: 0.25,
    country: 'CA',
    email: 'grace@example.com',
  })
})

describe('aliases', () => {
  for (const [id, name, alias] of [
    ['orders.submit.recipient-alias', 'recipientName', 'name'],
    ['orders.submit.street1-alias', 'street1', 'address1'],
    ['orders.submit.street2-alias', 'street2', 'address2'],
    ['orders.submit.zip-alias', 'zip', 'postalCode'],
  ] as const) {
    verifies(id, async () => {
      expect(await kept({ [name]: undefined, [alias]: 'by alias' }, name)).toBe('by alias')
      expect(await kept({ [name]: '', [alias]: 'by alias' }, name)).toBe('by alias')
      expect(await kept({ [name]: 'by name', [alias]: ' ' }, name)).toBe('by name')
      expect(await kept({ [name]: 'by both', [alias]: ' by both ' }, name)).toBe('by both')
    })
  }
})

describe('the effect of a field on the price', () => {
  const print = async (fields: FormChanges) => (await order(fields)).breakdown.print

  verifies('orders.submit.color-stock-name', async () => {
    const names =
      'Black,White,Red,Cyan,Sakura Pink,Sunny Orange,Green,Yellow,Mint Green,Lavender,Silver,Brown'
    for (const name of names.split(',')) {
      for (const color of [name, name.toUpperCase(), name.toLowerCase()]) {
        // At 100 % the cube weighs 10.08 -> 11 g: 11 x 0.12 x 4.
        expect(await print({ color, infill: '100', quantity: '4' })).toBe(5.28)
      }
    }
  })

  verifies('orders.submit.color-stock-hex', async () => {
    for (const color of [
      '#000000',
      '000000',
      '#000',
      '000',
      '#ffffff',
      'FFF',
      '#C0C0C0',
      'c0c0c0',
    ]) {
      expect(await print({ color, infill: '100', quantity: '4' })).toBe(5.28)
    }
  })

  verifies('orders.submit.color-off-stock', async () => {
    for (const color of ['Magenta', '#123456', '#00', 'Mint', 'black.', 'Default']) {
      expect(await print({ color, infill: '100', quantity: '4' })).toBe(8.8) // 11 x 0.20 x 4
    }
  })

  verifies('orders.submit.color-omitted', async () => {
    for (const material of ['pla', 'petg', 'abs', 'asa', 'tpu']) {
      // At 100 %: 10.08, 10.16, 8.32, 8.56, 9.68 g.
      const grams = { pla: 11, petg: 11, abs: 9, asa: 9, tpu: 10 }[material] ?? 0
      const expected = Math.round(grams * 20 * 4) / 100
      expect(await print({ material, infill: '100', quantity: '4' })).toBe(expected)
    }
  })

  verifies(['orders.submit.flow-high', 'orders.submit.quality-price-only'], async () => {
    const file = { name: 'block.stl', bytes: cubeStl({ sizeMm: 60 }) }
    const hours = async (fields: FormChanges) =>
      (await placed(submit(service, account, { fields, file }))).breakdown.printHours
    // 216 x 0.5544 = 119.7504 -> 120 g; 120 / 20.16 = 5.952381; / 1.6 = 3.720238.
    expect(await hours({})).toBe(5.95)
    expect(await hours({ nozzleFlow: 'high' })).toBe(3.72)
    expect(await hours({ quality: 'premium' })).toBe(5.95)
    const { layer_height } = await stored({ quality: 'premium' })
    expect(layer_height).toBe(0.2)
  })
})

test('text that the database cannot hold does not break a submit', async () => {
  const row = await stored({ note: 'a\0b', recipientName: '\0Ada', color: '\0' })
  expect(row).toMatchObject({ note: 'ab', recipient_name: 'Ada', color: 'Default' })
})
