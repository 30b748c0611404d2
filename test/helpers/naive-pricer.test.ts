// The reference pricer against numbers computed manually; the computation is next to each.
import { describe, expect, test } from 'bun:test'
import {
  naiveEstimateColor,
  naiveEstimateQuantity,
  naiveFits,
  naiveFlow,
  naiveInfill,
  naiveLayerHeight,
  naiveNozzle,
  naiveQuantity,
} from '../../testing/money/naive-inputs.ts'
import {
  hundredthsToNumber,
  isStockColor,
  MATERIALS,
  type MeshOrder,
  naiveEstimate,
  naiveMeshOrder,
  naiveSlicedOrder,
  type SlicedOrder,
} from '../../testing/money/naive-pricer.ts'
import {
  randomEstimate,
  randomMeshOrder,
  randomSlicedOrder,
} from '../../testing/money/price-inputs.ts'
import { ceiling, decimal, exactDouble, floor, roundHalfUp } from '../../testing/money/rational.ts'
import { seededRandom } from '../../testing/seeded-random.ts'

const STOCK = [
  { name: 'Black', hex: '#000000' },
  { name: 'Sakura Pink', hex: '#f4b6c2' },
]
const PLAIN = {
  material: 'pla',
  quality: 'standard',
  quantity: 1,
  color: 'Black',
  country: 'US',
  nozzleDiameter: 0.4,
  layerHeight: 0.2,
  nozzleFlow: 'standard',
} as const
const mesh = (changes: Partial<MeshOrder>) => {
  const price = naiveMeshOrder({ ...PLAIN, volumeCm3: 10, infill: 20, ...changes }, STOCK)
  return [price.grams, price.printCents, price.shippingCents, price.totalCents].map(Number)
}
const meshHours = (changes: Partial<MeshOrder>) =>
  naiveMeshOrder({ ...PLAIN, volumeCm3: 10, infill: 20, ...changes }, STOCK).printCentihours
const sliced = (changes: Partial<SlicedOrder>) =>
  naiveSlicedOrder(
    { ...PLAIN, plates: [{ usage: [{ grams: 100 }], seconds: 21600 }], ...changes },
    STOCK,
  )

describe('mesh orders', () => {
  test.each<[string, Partial<MeshOrder>, number[]]>([
    ['10 x 0.44 x 1.26 = 5.544 -> 6 g, 0.72 -> the minimum', {}, [6, 100, 700, 800]],
    ['without color 6 x 0.20 = 1.20', { color: undefined }, [6, 120, 700, 820]],
    ['6 x 0.20 x 10 x 0.90 = 10.80', { color: undefined, quantity: 10 }, [6, 1080, 700, 1780]],
    ['6 x 0.20 x 9 x 0.95 = 10.26', { color: undefined, quantity: 9 }, [6, 1026, 700, 1726]],
    ['6 x 0.20 x 5 x 0.95 = 5.70', { color: undefined, quantity: 5 }, [6, 570, 700, 1270]],
    ['6 x 0.20 x 4 = 4.80', { color: undefined, quantity: 4 }, [6, 480, 700, 1180]],
    ['6 x 0.12 x 10 x 0.90 = 6.48 -> 10 x 1.00', { quantity: 10 }, [6, 1000, 700, 1700]],
    [
      '38 x 1.07 = 40.66 -> 41 g, 41 x 0.14 x 1.75 = 10.045 -> 10.05',
      { material: 'asa', quality: 'premium', volumeCm3: 38, infill: 100 },
      [41, 1005, 700, 1705],
    ],
    [
      '198 x 1.26 = 249.48 -> 250 g, 250 x 0.20 = 50.00: free',
      { color: 'Magenta', volumeCm3: 198, infill: 100 },
      [250, 5000, 0, 5000],
    ],
    [
      '197 x 1.26 = 248.22 -> 249 g, 249 x 0.20 = 49.80: 7',
      { color: 'Magenta', volumeCm3: 197, infill: 100 },
      [249, 4980, 700, 5680],
    ],
    [
      '250 g x 0.20 x 10 x 0.90 = 450.00 abroad: 30',
      { color: undefined, volumeCm3: 198, infill: 100, quantity: 10, country: 'DE' },
      [250, 45000, 3000, 48000],
    ],
    [
      '250 g x 0.20 x 12 x 0.90 = 540.00 abroad: free',
      { color: undefined, volumeCm3: 198, infill: 100, quantity: 12, country: 'DE' },
      [250, 54000, 0, 54000],
    ],
    [
      '100.0000008 x 1.04 = 104.000000832: noise',
      { material: 'abs', volumeCm3: 100.0000008, infill: 100 },
      [104, 1248, 700, 1948],
    ],
    [
      '100.000001 x 1.04 = 104.00000104: the next gram',
      { material: 'abs', volumeCm3: 100.000001, infill: 100 },
      [105, 1260, 700, 1960],
    ],
    ['a speck weighs 1 g', { volumeCm3: 1e-9 }, [1, 100, 700, 800]],
  ])('%s', (_, changes, expected) => {
    expect(mesh(changes)).toEqual(expected)
  })

  test('hours are grams / (density x throughput)', () => {
    expect(meshHours({})).toBe(30n) // 6 / (1.26 x 16) = 0.2976
    expect(meshHours({ nozzleFlow: 'high' })).toBe(19n) // 0.2976 / 1.6 = 0.1860
    expect(meshHours({ nozzleDiameter: 0.8, layerHeight: 0.6 })).toBe(5n) // 0.2976 / 6 = 0.0496
    expect(meshHours({ layerHeight: 0.1 })).toBe(60n) // 0.5952
  })
})

describe('already-sliced orders', () => {
  test('hours beyond the allowance cost $1.50 each', () => {
    // 100 / (1.26 x 16) = 4.96032 h; 6 h is 1.03968 h more = 1.55952; 12.00 + 1.55952 = 13.55952.
    expect(sliced({})).toEqual({
      grams: 100n,
      printCentihours: 600n,
      printCents: 1356n,
      shippingCents: 700n,
      totalCents: 2056n,
    })
  })

  test('overtime is multiplied by quantity, discounted, and not raised by premium', () => {
    // (12.00 x 1.75 + 1.55952) x 10 x 0.90 = 203.03571.
    expect(sliced({ quality: 'premium', quantity: 10 }).printCents).toBe(20304n)
  })

  test('nozzle, layer height and flow do not change the allowance', () => {
    const fast = { nozzleDiameter: 0.8, layerHeight: 0.6, nozzleFlow: 'high' } as const
    expect(sliced(fast)).toEqual(sliced({}))
  })

  test('there is no overtime up to the allowance, nor without a time', () => {
    expect(sliced({ plates: [{ usage: [{ grams: 100 }], seconds: 17857 }] }).printCents).toBe(1200n)
    const timeless = sliced({ plates: [{ usage: [{ grams: 100 }], seconds: null }] })
    expect([timeless.printCents, timeless.printCentihours]).toEqual([1200n, 496n])
  })

  test('length and volume are weighed with the ordered density', () => {
    // pi x 0.875^2 x 1000 = 2405.28 mm3; x 1.26 = 3.0307 g -> 4; at 2.85 mm 6379.40 mm3 = 8.038 g -> 9.
    const grams = (usage: SlicedOrder['plates'][number]['usage']) =>
      sliced({ plates: [{ usage, seconds: 60 }] }).grams
    expect(grams([{ lengthMm: '1000.00' }])).toBe(4n)
    expect(grams([{ lengthMm: '1000.00', diameterMm: 2.85 }])).toBe(9n)
    expect(grams([{ volumeCm3: '10.00' }])).toBe(13n) // 12.6
  })

  test('plates and filaments are summed before the weight is rounded up', () => {
    const plate = { usage: [{ grams: '23.43' }, { grams: '8.70' }], seconds: 3600 }
    const two = sliced({ plates: [plate, plate] })
    expect([two.grams, two.printCentihours]).toEqual([65n, 200n]) // 64.26 g
  })
})

describe('estimates', () => {
  const estimate = (changes: object) =>
    naiveEstimate({ ...PLAIN, x: 100, y: 125, z: 100, ...changes }, STOCK)

  test('the box of 1250 cm3 in pla has the derived price', () => {
    // 1250 x 0.44 x 1.26 = 693 g exactly; 693 x 0.12 = 83.16; 693 / 20.16 = 34.375 h -> 34.38.
    expect(estimate({ color: undefined })).toEqual({
      grams: 693n,
      printCentihours: 3438n,
      materialCostCents: 8316n,
      perUnitCents: 8316n,
      subtotalCents: 8316n,
      totalCents: 9016n,
      customColor: false,
      pricePerGram: '0.12',
    })
  })

  test('ten parts in an off-palette color have the derived price', () => {
    // 693 x 0.20 = 138.60; x 0.90 = 124.74 each; x 10 = 1247.40.
    const ten = estimate({ color: 'Magenta', quantity: 10 })
    expect([ten.materialCostCents, ten.perUnitCents, ten.subtotalCents]).toEqual([
      13860n,
      12474n,
      124740n,
    ])
    expect([ten.customColor, ten.pricePerGram, ten.totalCents]).toEqual([true, '0.20', 125440n])
  })

  test('a small part bills the minimum', () => {
    // 1 cm3 x 0.44 x 1.26 = 0.5544 -> 1 g, 0.12 -> 1.00.
    const small = estimate({ x: 10, y: 10, z: 10, quantity: 3 })
    expect([small.materialCostCents, small.perUnitCents, small.subtotalCents]).toEqual([
      12n,
      100n,
      300n,
    ])
  })
})

test('stock colors match by name, in any letter case, and by hex value', () => {
  const stock = ['black', ' BLACK ', 'sakura pink', '#000', '000', '000000', '#F4B6C2']
  const others = ['', 'Sakura', 'sakurapink', '#00', '#0000', '0000000', '#f4b6c3', 'Default']
  expect(stock.filter((color) => isStockColor(color, STOCK))).toEqual(stock)
  expect(others.filter((color) => isStockColor(color, STOCK))).toEqual([])
})

test('fields are read as the submit table states', () => {
  const quantities = ['200', '0', 'x', undefined, '', '50', '51', '-3', '7', '2.9', '1e1', '0x10']
  expect(quantities.map(naiveQuantity)).toEqual([50, 1, 1, 1, 1, 50, 50, 1, 7, 2, 10, 1])
  expect(['9', '10', '55', '101', 'x', undefined].map(naiveInfill)).toEqual([
    10, 10, 55, 100, 20, 20,
  ])
  const nozzles = ['0.2', '0.40', '0.6', '.8', '0.5', 'x', undefined]
  expect(nozzles.map(naiveNozzle)).toEqual([0.2, 0.4, 0.6, 0.8, 0.4, 0.4, 0.4])
  expect(['high', 'High', 'standard', undefined].map(naiveFlow)).toEqual([
    'high',
    'standard',
    'standard',
    'standard',
  ])
  const heights: [string | undefined, number][] = [
    ['0.05', 0.4],
    ['0.5', 0.4],
    ['0.15', 0.4],
  ]
  expect(heights.map(([field, nozzle]) => naiveLayerHeight(field, nozzle))).toEqual([
    0.08, 0.3, 0.15,
  ])
  expect([naiveLayerHeight(undefined, 0.2), naiveLayerHeight('x', 0.8)]).toEqual([0.15, 0.2])
})

test('estimate fields are read as the price table states', () => {
  const quantities = [undefined, 4.5, 0.4, -2, 7, '9', Number.NaN, 1e6]
  expect(quantities.map(naiveEstimateQuantity)).toEqual([1, 5, 1, 1, 7, 1, 1, 1e6])
  expect(naiveEstimateColor('  Mint Green ')).toBe('Mint Green')
  expect(naiveEstimateColor('a'.repeat(65))).toBe('a'.repeat(64))
  expect(['<b>', 'weiß', ' ', 7].map(naiveEstimateColor)).toEqual(Array(4).fill(undefined))
  expect([
    naiveFits([320, 340, 340]),
    naiveFits([1, 340.01, 1]),
    naiveFits([321, 321, 321]),
  ]).toEqual([true, false, false])
})

test('fractions are exact', () => {
  expect(exactDouble(0.1)).toEqual({ n: 3602879701896397n, d: 36028797018963968n })
  expect([decimal('12.50'), decimal(1e-7), decimal('1e3')]).toEqual([
    { n: 1250n, d: 100n },
    { n: 1n, d: 10000000n },
    { n: 1000n, d: 1n },
  ])
  expect([roundHalfUp(decimal('2.5')), roundHalfUp(decimal('2.4999'))]).toEqual([3n, 2n])
  expect([ceiling(decimal('2.1')), ceiling(decimal('-2.1')), floor(decimal('-2.1'))]).toEqual([
    3n,
    -2n,
    -3n,
  ])
  expect([hundredthsToNumber(1005n), hundredthsToNumber(7n)]).toEqual([10.05, 0.07])
})

test('the generator is repeatable and reaches every targeted edge case', () => {
  const seen = new Map<string, number>()
  const count = (edge: string, holds: boolean) => {
    if (holds) seen.set(edge, (seen.get(edge) ?? 0) + 1)
  }
  const random = seededRandom(1)
  const again = seededRandom(1)
  for (let run = 0; run < 5000; run += 1) {
    const order = randomMeshOrder(random, STOCK)
    expect(randomMeshOrder(again, STOCK)).toEqual(order)
    const price = naiveMeshOrder(order, STOCK)
    const density = Number(MATERIALS[order.material].density)
    const grams = order.volumeCm3 * (0.3 + 0.007 * order.infill) * density
    count('billed down to the whole gram', Number(price.grams) < grams)
    count('billed up for a speck above a gram', Number(price.grams) - grams > 0.99)
    count('exactly the minimum', price.printCents === BigInt(order.quantity) * 100n)
    count('just free in the US', order.country === 'US' && price.printCents === 5000n)
    count(
      'not quite free',
      order.country === 'US' && price.printCents > 4950n && price.printCents < 5000n,
    )
    count('free abroad', order.country !== 'US' && price.shippingCents === 0n)
    count('a bulk step', [4, 5, 9, 10].includes(order.quantity))
    const slicedOrder = randomSlicedOrder(random, STOCK)
    expect(randomSlicedOrder(again, STOCK)).toEqual(slicedOrder)
    const plates = slicedOrder.plates.map((plate) => ({ ...plate, seconds: 1 }))
    const slow = naiveSlicedOrder(slicedOrder, STOCK).printCents
    count('overtime', slow > naiveSlicedOrder({ ...slicedOrder, plates }, STOCK).printCents)
    const box = randomEstimate(random, STOCK)
    expect(randomEstimate(again, STOCK)).toEqual(box)
    count('a box that fits', naiveFits([box.x, box.y, box.z]))
    count('an off-palette estimate', naiveEstimate(box, STOCK).customColor)
  }
  expect(seen.size).toBe(10)
  expect(seen.get('a box that fits')).toBe(5000)
  expect([...seen].filter(([, times]) => times < 10)).toEqual([])
})
