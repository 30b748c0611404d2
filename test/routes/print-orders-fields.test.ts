// POST /api/print/orders: defaults, clamps, silent corrections and aliases, as they end up on the order.
// Long, because it is mostly one table.
import { describe, expect, test } from 'bun:test'
import { cubeStl } from '../helpers/meshes.ts'
import { type FormChanges, placed, type SubmitBody, submit } from '../helpers/submit.ts'
import { use, useService } from '../helpers/use.ts'
import { requirement, verifies } from '../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account({ email: 'Owner@Example.com' }))

const order = (fields: FormChanges): Promise<SubmitBody> =>
  placed(submit(service, account, { fields }))

/** What the database keeps of the order. */
async function stored(fields: FormChanges) {
  const { code } = await order(fields)
  return service.db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
}

type Column = keyof Awaited<ReturnType<typeof stored>>
const field = 'abcdefghijklmnop'.repeat(100)

/** Each row: the field as sent (undefined = left out), the column, what it holds afterwards. */
const readings = [
  {
    id: requirement('orders.submit.material-default'),
    sends: 'material',
    column: 'material',
    readings: [
      [undefined, 'pla'],
      ['', 'pla'],
      ['  ', 'pla'],
    ],
  },
  {
    id: requirement('orders.submit.material-case'),
    sends: 'material',
    column: 'material',
    readings: [
      ['PLA', 'pla'],
      ['PetG', 'petg'],
      [' TPU ', 'tpu'],
    ],
  },
  {
    id: requirement('orders.submit.material-values'),
    sends: 'material',
    column: 'material',
    readings: ['pla', 'petg', 'abs', 'asa', 'tpu'].map((name) => [name, name]),
  },
  {
    id: requirement('orders.submit.quality-default'),
    sends: 'quality',
    column: 'quality',
    readings: [
      [undefined, 'standard'],
      ['', 'standard'],
    ],
  },
  {
    id: requirement('orders.submit.quality-values'),
    sends: 'quality',
    column: 'quality',
    readings: [
      ['standard', 'standard'],
      ['premium', 'premium'],
    ],
  },
  {
    id: requirement('orders.submit.quantity-default'),
    sends: 'quantity',
    column: 'quantity',
    readings: [
      [undefined, 1],
      ['', 1],
    ],
  },
  {
    id: requirement('orders.submit.quantity-clamped'),
    sends: 'quantity',
    column: 'quantity',
    readings: [
      ['1', 1],
      ['49', 49],
      ['50', 50],
      ['51', 50],
      ['200', 50],
      ['99999999999999999999', 50],
      ['-3', 1],
      ['2.9', 2],
      ['50.9', 50],
    ],
  },
  {
    id: requirement('orders.submit.quantity-not-a-number'),
    sends: 'quantity',
    column: 'quantity',
    readings: [
      ['0', 1],
      ['zero', 1],
      ['12abc', 1],
      ['NaN', 1],
      ['Infinity', 1],
      ['0x10', 1],
      ['1,5', 1],
    ],
  },
  {
    id: requirement('orders.submit.infill-default'),
    sends: 'infill',
    column: 'infill',
    readings: [
      [undefined, 20],
      ['', 20],
      ['dense', 20],
    ],
  },
  {
    id: requirement('orders.submit.infill-clamped'),
    sends: 'infill',
    column: 'infill',
    readings: [
      ['0', 10],
      ['-5', 10],
      ['9', 10],
      ['10', 10],
      ['55', 55],
      ['33.7', 33],
      ['100', 100],
      ['101', 100],
      ['1000', 100],
    ],
  },
  {
    id: requirement('orders.submit.nozzle-default'),
    sends: 'nozzleDiameter',
    column: 'nozzle_diameter',
    readings: [
      [undefined, 0.4],
      ['', 0.4],
    ],
  },
  {
    id: requirement('orders.submit.nozzle-values'),
    sends: 'nozzleDiameter',
    column: 'nozzle_diameter',
    readings: [
      ['0.2', 0.2],
      ['0.4', 0.4],
      ['0.6', 0.6],
      ['0.8', 0.8],
      ['.6', 0.6],
      ['0.80', 0.8],
    ],
  },
  {
    id: requirement('orders.submit.nozzle-other'),
    sends: 'nozzleDiameter',
    column: 'nozzle_diameter',
    readings: [
      ['0.5', 0.4],
      ['0.3', 0.4],
      ['1', 0.4],
      ['0', 0.4],
      ['-0.4', 0.4],
      ['wide', 0.4],
    ],
  },
  {
    id: requirement('orders.submit.flow-default'),
    sends: 'nozzleFlow',
    column: 'nozzle_flow',
    readings: [
      [undefined, 'standard'],
      ['', 'standard'],
    ],
  },
  {
    id: requirement('orders.submit.flow-other'),
    sends: 'nozzleFlow',
    column: 'nozzle_flow',
    readings: [
      ['high', 'high'],
      ['standard', 'standard'],
      ['low', 'standard'],
      ['HIGH', 'standard'],
      ['1.6', 'standard'],
    ],
  },
  {
    id: requirement('orders.submit.layer-default'),
    sends: 'layerHeight',
    column: 'layer_height',
    readings: [
      [undefined, 0.2],
      ['', 0.2],
      ['thin', 0.2],
    ],
  },
  {
    id: requirement('orders.submit.layer-clamped'),
    sends: 'layerHeight',
    column: 'layer_height',
    readings: [
      ['0.08', 0.08],
      ['0.079', 0.08],
      ['0', 0.08],
      ['-1', 0.08],
      ['0.12', 0.12],
      ['0.3', 0.3],
      ['0.30', 0.3],
      ['0.31', 0.3],
      ['5', 0.3],
    ],
  },
  {
    id: requirement('orders.submit.note-truncated'),
    sends: 'note',
    column: 'note',
    readings: [
      [undefined, null],
      ['', null],
      ['please sand it', 'please sand it'],
      [field.slice(0, 1000), field.slice(0, 1000)],
      [field.slice(0, 1001), field.slice(0, 1000)],
      [field, field.slice(0, 1000)],
      // a character outside the first plane is one character
      ['🧩'.repeat(1200), '🧩'.repeat(1000)],
    ],
  },
  {
    id: requirement('orders.submit.country-default'),
    sends: 'country',
    column: 'country',
    readings: [
      [undefined, 'US'],
      ['', 'US'],
    ],
  },
  {
    id: requirement('orders.submit.country-uppercased'),
    sends: 'country',
    column: 'country',
    readings: [
      ['de', 'DE'],
      ['Mx', 'MX'],
      [' nz ', 'NZ'],
    ],
  },
  {
    id: requirement('orders.submit.country-listed'),
    sends: 'country',
    column: 'country',
    readings: 'US CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ').map((code) => [code, code]),
  },
  {
    id: requirement('orders.submit.state-any'),
    sends: 'state',
    column: 'state',
    readings: [
      ['IL', 'IL'],
      ['Zzyzx', 'Zzyzx'],
      ['Île-de-France', 'Île-de-France'],
      ['?', '?'],
    ],
  },
  {
    id: requirement('orders.submit.zip-any'),
    sends: 'zip',
    column: 'zip',
    readings: [
      ['62701-0001', '62701-0001'],
      ['SW1A 1AA', 'SW1A 1AA'],
      ['none', 'none'],
    ],
  },
  {
    id: requirement('orders.submit.email-default'),
    sends: 'email',
    column: 'email',
    readings: [
      [undefined, 'owner@example.com'],
      ['', 'owner@example.com'],
    ],
  },
  {
    id: requirement('orders.submit.email-lowercased'),
    sends: 'email',
    column: 'email',
    readings: [
      ['Someone.Else@Example.COM', 'someone.else@example.com'],
      ['x@y.example', 'x@y.example'],
    ],
  },
  {
    id: requirement('orders.submit.phone'),
    sends: 'phone',
    column: 'phone',
    readings: [
      [undefined, null],
      ['', null],
      ['+1 (555) 010-0199 ext. 7', '+1 (555) 010-0199 ext. 7'],
      [' 0049 30 / 1234 ', ' 0049 30 / 1234 '],
      ['call me', 'call me'],
    ],
  },
  {
    id: requirement('orders.submit.street2-null'),
    sends: 'street2',
    column: 'street2',
    readings: [
      [undefined, null],
      ['', null],
      ['  ', null],
      ['Apt 4', 'Apt 4'],
    ],
  },
  {
    id: requirement('orders.stored.color-default'),
    sends: 'color',
    column: 'color',
    readings: [
      [undefined, 'Default'],
      ['', 'Default'],
      ['sakura pink', 'sakura pink'],
      ['#FF8200', '#FF8200'],
      ['Magenta', 'Magenta'],
    ],
  },
] as const satisfies readonly {
  id: string
  sends: string
  column: Column
  readings: readonly (readonly (string | number | null | undefined)[])[]
}[]

describe('one field at a time', () => {
  for (const { id, sends, column, readings: rows } of readings) {
    verifies(id, async () => {
      const found: unknown[] = []
      for (const [sent] of rows) {
        const value = (await stored({ [sends]: sent }))[column]
        found.push([sent, value])
      }
      expect(found).toEqual(rows.map((row) => [...row]))
    })
  }
})

describe('layer heights of the other nozzles', () => {
  test.each([
    ['0.2', [undefined, '0.01', '0.1', '1'], [0.15, 0.04, 0.1, 0.15]],
    ['0.6', [undefined, '0.01', '0.4', '1'], [0.2, 0.12, 0.4, 0.45]],
    ['0.8', [undefined, '0.01', '0.55', '1'], [0.2, 0.16, 0.55, 0.6]],
    // an unknown nozzle is 0.4 before the layer is clamped
    ['0.7', [undefined, '0.01', '0.25', '1'], [0.2, 0.08, 0.25, 0.3]],
  ])('nozzle %s', async (nozzleDiameter, sent, kept) => {
    const found: number[] = []
    for (const layerHeight of sent) {
      found.push((await stored({ nozzleDiameter, layerHeight })).layer_height)
    }
    expect(found).toEqual(kept)
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
  expect(await stored(fields)).toMatchObject({
    material: 'petg',
    quality: 'premium',
    quantity: 3,
    color: 'Silver',
    infill: 35,
    nozzle_diameter: 0.6,
    nozzle_flow: 'high',
    layer_height: 0.25,
    note: 'for the window',
    recipient_name: 'Grace Example',
    street1: '2 Long Road',
    street2: 'Floor 3',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 2T6',
    country: 'CA',
    email: 'grace@example.com',
    phone: '+1 416 555 0100',
    units: 'mm',
  })
})

describe('aliases', () => {
  const aliases = [
    { id: requirement('orders.submit.recipient-alias'), field: 'recipientName', alias: 'name' },
    { id: requirement('orders.submit.street1-alias'), field: 'street1', alias: 'address1' },
    { id: requirement('orders.submit.street2-alias'), field: 'street2', alias: 'address2' },
    { id: requirement('orders.submit.zip-alias'), field: 'zip', alias: 'postalCode' },
  ] as const
  const columns = {
    recipientName: 'recipient_name',
    street1: 'street1',
    street2: 'street2',
    zip: 'zip',
  } as const
  for (const { id, field: name, alias } of aliases) {
    verifies(id, async () => {
      const kept = async (fields: FormChanges) => (await stored(fields))[columns[name]]
      expect(await kept({ [name]: undefined, [alias]: 'by alias' })).toBe('by alias')
      expect(await kept({ [name]: '', [alias]: 'by alias' })).toBe('by alias')
      expect(await kept({ [name]: 'by name', [alias]: ' ' })).toBe('by name')
      expect(await kept({ [name]: 'by both', [alias]: ' by both ' })).toBe('by both')
    })
  }
})

describe('what a field does to the price', () => {
  const print = async (fields: FormChanges) => (await order(fields)).breakdown.print

  verifies('orders.submit.color-stock-name', async () => {
    const names =
      'Black,White,Red,Cyan,Sakura Pink,Sunny Orange,Green,Yellow,Mint Green,Lavender,Silver,Brown'
    for (const name of names.split(',')) {
      for (const color of [name, name.toUpperCase(), name.toLowerCase()]) {
        // at 100 % the cube weighs 10.08 -> 11 g: 11 x 0.12 x 4
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
      // at 100 %: 10.08, 10.16, 8.32, 8.56, 9.68 g
      const grams = { pla: 11, petg: 11, abs: 9, asa: 9, tpu: 10 }[material] ?? 0
      const expected = Math.round(grams * 20 * 4) / 100
      expect(await print({ material, infill: '100', quantity: '4' })).toBe(expected)
    }
  })

  verifies(['orders.submit.flow-high', 'orders.submit.quality-price-only'], async () => {
    const file = { name: 'block.stl', bytes: cubeStl({ sizeMm: 60 }) }
    const hours = async (fields: FormChanges) =>
      (await placed(submit(service, account, { fields, file }))).breakdown.printHours
    // 216 x 0.5544 = 119.7504 -> 120 g; 120 / 20.16 = 5.952381; / 1.6 = 3.720238
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
