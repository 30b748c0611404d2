// Reading form fields: hand-written tables, and random fields compared with the simple reference of
// testing/money/naive-inputs.ts.
import { describe, expect, test } from 'bun:test'
import {
  clampInfill,
  clampLayerHeight,
  clampQuantity,
  readFlow,
  readNote,
  snapNozzle,
  storedColor,
} from '../../../server/domain/catalog/print-options.ts'
import { readOrderForm } from '../../../server/domain/orders/submit/order-form.ts'
import {
  naiveFlow,
  naiveInfill,
  naiveLayerHeight,
  naiveNozzle,
  naiveQuantity,
} from '../../../testing/money/naive-inputs.ts'
import { randomField } from '../../../testing/money/price-inputs.ts'
import { seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'

test('a quantity is a whole number from 1 to 50', () => {
  const table: [string | undefined, number][] = [
    [undefined, 1],
    ['', 1],
    ['0', 1],
    ['-0', 1],
    ['1', 1],
    ['1.999', 1],
    ['+7', 7],
    ['50', 50],
    ['200', 50],
    ['1e1', 10],
    ['1e999', 50],
    ['1e99', 50],
    ['-1e99', 1],
    ['١٢', 1],
    ['12 pieces', 1],
  ]
  expect(table.map(([text]) => [text, clampQuantity(text)])).toEqual(table)
})

test('layer heights stay decimals: 0.30, not 0.30000000000000004', () => {
  expect(clampLayerHeight('9', 0.4)).toBe(0.3)
  expect(clampLayerHeight('9', 0.6)).toBe(0.45)
  expect(clampLayerHeight('9', 0.8)).toBe(0.6)
  expect(clampLayerHeight('9', 0.2)).toBe(0.15)
  expect(clampLayerHeight('0', 0.2)).toBe(0.04)
  expect(clampLayerHeight('0', 0.4)).toBe(0.08)
  expect(clampLayerHeight('0', 0.6)).toBe(0.12)
  expect(clampLayerHeight('0', 0.8)).toBe(0.16)
})

test('a note and a color are truncated by characters', () => {
  expect(readNote(undefined)).toBeNull()
  expect(readNote('')).toBeNull()
  expect(readNote('x'.repeat(1001))).toBe('x'.repeat(1000))
  expect(readNote('é'.repeat(1001))).toBe('é'.repeat(1000))
  expect(readNote(`${'🧩'.repeat(999)}ab`)).toBe(`${'🧩'.repeat(999)}a`)
  expect(storedColor(undefined)).toBe('Default')
  expect(storedColor('x'.repeat(100))).toBe('x'.repeat(64))
})

describe('random fields', () => {
  const seed = seedFromEnvironment()
  const readers = {
    quantity: [clampQuantity, naiveQuantity],
    infill: [clampInfill, naiveInfill],
    nozzleDiameter: [snapNozzle, naiveNozzle],
    nozzleFlow: [readFlow, naiveFlow],
  } as const
  for (const [name, [ours, reference]] of Object.entries(readers)) {
    test(`${name} reads 50,000 fields like the reference`, () => {
      const random = seededRandom(seed)
      const differences: unknown[] = []
      for (let run = 0; run < 50_000; run += 1) {
        const field = randomField(random)
        const [is, expected] = [ours(field), reference(field)]
        if (is !== expected) differences.push({ seed, field, is, expected })
      }
      expect(differences).toEqual([])
    })
  }

  test('layerHeight reads 50,000 fields like the reference', () => {
    const random = seededRandom(seed)
    const differences: unknown[] = []
    for (let run = 0; run < 50_000; run += 1) {
      const field = randomField(random)
      const nozzle = [0.2, 0.4, 0.6, 0.8][Math.floor(random() * 4)] ?? 0.4
      const [is, expected] = [clampLayerHeight(field, nozzle), naiveLayerHeight(field, nozzle)]
      if (is !== expected) differences.push({ seed, field, nozzle, is, expected })
    }
    expect(differences).toEqual([])
  })
})

describe('the form', () => {
  const complete = {
    recipientName: 'Ada',
    street1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
  }
  const read = (fields: Record<string, string>) =>
    readOrderForm(new Map(Object.entries(fields)), 'Owner@Example.com')

  test('the minimal form gets the defaults', () => {
    expect(read(complete)).toEqual({
      ok: true,
      value: {
        options: {
          material: 'pla',
          quality: 'standard',
          quantity: 1,
          color: 'Default',
          infill: 20,
          nozzleDiameter: 0.4,
          nozzleFlow: 'standard',
          layerHeight: 0.2,
          note: null,
          units: null,
        },
        address: {
          recipientName: 'Ada',
          street1: '1 Main Street',
          street2: null,
          city: 'Springfield',
          state: 'IL',
          zip: '62701',
          country: 'US',
          email: 'owner@example.com',
          phone: null,
        },
      },
    })
  })

  test('an empty form names every required field in the order of the table', () => {
    expect(read({})).toEqual({
      ok: false,
      failure: {
        kind: 'shipping_fields_missing',
        fields: ['recipientName', 'street1', 'city', 'state', 'zip'],
      },
    })
  })

  test('an inherited property name is not a country, material or unit', () => {
    for (const [field, kind] of [
      ['country', 'country_not_served'],
      ['material', 'order_material_unknown'],
      ['quality', 'order_quality_unknown'],
      ['units', 'units_unknown'],
    ] as const) {
      const result = read({ ...complete, [field]: 'constructor' })
      expect(result).toMatchObject({ ok: false, failure: { kind } })
    }
  })
})
