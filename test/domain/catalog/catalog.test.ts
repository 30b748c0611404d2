// The catalog compared with contract.md 2.3, copied here manually.
import { describe, expect, test } from 'bun:test'
import { hexOfText } from '../../../server/domain/base/text/hex-color.ts'
import { fitsBuildVolume, shownSidesMm } from '../../../server/domain/catalog/build-volume.ts'
import { findStockColor, stockColors, stockHexOf } from '../../../server/domain/catalog/colors.ts'
import {
  domesticPostage,
  internationalPostage,
  isServedCountry,
  servedCountries,
} from '../../../server/domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  isMaterial,
  isQuality,
  materials,
  qualityFactorPercent,
} from '../../../server/domain/catalog/materials.ts'
import { seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

describe('materials', () => {
  verifies('stock.materials', () => {
    expect(Object.keys(materials()).sort()).toEqual(['abs', 'asa', 'petg', 'pla', 'tpu'])
    for (const word of ['pla', 'petg', 'abs', 'asa', 'tpu']) expect(isMaterial(word)).toBe(true)
    for (const word of ['', 'PLA', 'nylon', 'toString', '__proto__', 'constructor']) {
      expect(isMaterial(word)).toBe(false)
    }
  })

  const rows = [
    { id: requirement('stock.material.pla'), name: 'pla', rate: 12, density: 126 },
    { id: requirement('stock.material.petg'), name: 'petg', rate: 12, density: 127 },
    { id: requirement('stock.material.abs'), name: 'abs', rate: 12, density: 104 },
    { id: requirement('stock.material.asa'), name: 'asa', rate: 14, density: 107 },
    { id: requirement('stock.material.tpu'), name: 'tpu', rate: 13, density: 121 },
  ] as const
  for (const { id, name, rate, density } of rows) {
    verifies(id, () => {
      const { centsPerGram, densityHundredths } = materials()[name]
      expect<number[]>([centsPerGram, densityHundredths]).toEqual([rate, density])
    })
  }

  test('a color that is not in stock costs at least $0.20 a gram', () => {
    expect(customColorCentsPerGram()).toBe(20)
  })
})

test('the qualities are standard and premium', () => {
  // test/routes/orders/price.test.ts verifies the price of each quality.
  expect(qualityFactorPercent).toEqual({ standard: 100, premium: 175 })
  for (const word of ['standard', 'premium']) expect(isQuality(word)).toBe(true)
  for (const word of ['', 'Premium', 'draft', 'valueOf']) expect(isQuality(word)).toBe(false)
})

const NAMES =
  'Black, White, Red, Cyan, Sakura Pink, Sunny Orange, Green, Yellow, Mint Green, Lavender, Silver, Brown'.split(
    ', ',
  )

describe('colors', () => {
  verifies('stock.colours', () => {
    expect(Object.keys(stockColors)).toEqual(NAMES)
    for (const name of NAMES) expect(findStockColor(name)).toBe(name as 'Black')
  })

  verifies('stock.colours-case', () => {
    for (const name of NAMES) {
      expect(findStockColor(name.toUpperCase())).toBe(name as 'Black')
      expect(findStockColor(name.toLowerCase())).toBe(name as 'Black')
      expect(findStockColor(`  ${name} `)).toBe(name as 'Black')
    }
  })

  verifies(['stock.colours-hex', 'decision.colour-hex'], () => {
    const hexes = Object.values(stockColors)
    expect(new Set(hexes.map((hex) => hex.toLowerCase())).size).toBe(12)
    for (const [name, hex] of Object.entries(stockColors)) {
      expect(hex).toMatch(/^#[0-9A-F]{6}$/)
      const digits = hex.slice(1)
      for (const word of [hex, digits, hex.toLowerCase(), digits.toLowerCase()]) {
        expect(findStockColor(word)).toBe(name as 'Black')
      }
    }
    for (const word of ['#000', '000', '#000000']) expect(findStockColor(word)).toBe('Black')
    for (const word of ['#fff', 'FFF', 'ffffff']) expect(findStockColor(word)).toBe('White')
  })

  test('other names and hex values are not in stock', () => {
    const others = [
      '',
      ' ',
      'Default',
      'Magenta',
      'Sakura',
      'SakuraPink',
      'Sakura  Pink',
      'black.',
      '#00',
      '#0000',
      '0000000',
      '##000000',
      '#000001',
      '0x000000',
      'rgb(0,0,0)',
      '__proto__',
      'constructor',
      'toString',
    ]
    expect(others.filter((word) => findStockColor(word) !== null)).toEqual([])
  })

  test.each([
    [' #1A2b3C ', '#1a2b3c'],
    ['abc', '#aabbcc'],
    ['#abcd', null],
    ['##abc', null],
    ['a #abc', null],
    ['Red', null],
  ])('%p has the hex value %p', (text, hex) => expect(hexOfText(text)).toBe(hex))

  test('a color in stock has the hex value of its spool, and no other color has one', () => {
    expect(['red', 'E4002B', '#000'].map(stockHexOf)).toEqual(['#E4002B', '#E4002B', '#000000'])
    expect(stockHexOf('#123456')).toBeNull()
  })
})

describe('countries', () => {
  test('the farm ships to exactly fourteen countries', () => {
    const listed = 'US CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ')
    expect<string[]>([...servedCountries].sort()).toEqual(listed.sort())
    expect(listed.every(isServedCountry)).toBe(true)
    expect(['us', 'UK', 'BR', 'USA', '', 'toString'].some(isServedCountry)).toBe(false)
  })

  test('postage is $7 and $30, free from $50 and $500', () => {
    expect(domesticPostage()).toEqual({ flatCents: 700, freeFromCents: 5_000 })
    expect(internationalPostage()).toEqual({ flatCents: 3_000, freeFromCents: 50_000 })
  })
})

describe('the build volume', () => {
  verifies(['stock.build-volume', 'stock.build-volume-exact'], () => {
    expect(fitsBuildVolume([340, 320, 340])).toBe(true)
    expect(fitsBuildVolume([340.001, 320, 340])).toBe(false)
    expect(fitsBuildVolume([340, 320.001, 340])).toBe(false)
    expect(fitsBuildVolume([340, 320, 340.001])).toBe(false)
    expect(fitsBuildVolume([0.1, 0.1, 0.1])).toBe(true)
  })

  verifies('stock.build-volume-any-orientation', () => {
    const turned = [
      [340, 340, 320],
      [340, 320, 340],
      [320, 340, 340],
    ] as const
    for (const sides of turned) expect(fitsBuildVolume(sides)).toBe(true)
    expect(fitsBuildVolume([321, 321, 321])).toBe(false)
    expect(fitsBuildVolume([330, 321, 330])).toBe(false)
    expect(fitsBuildVolume([330, 320, 330])).toBe(true)
  })

  test('rounding errors of a unit conversion do not make an exactly fitting part too large', () => {
    // 0.34 m x 1000 and 340 / 25.4 x 25.4 are not always 340 in doubles.
    expect(fitsBuildVolume([0.34 * 1000, 0.32 * 1000, 0.34 * 1000])).toBe(true)
    expect(fitsBuildVolume([(340 / 25.4) * 25.4, 320, 340])).toBe(true)
    expect(fitsBuildVolume([340.0000001, 320, 340])).toBe(true)
  })

  test.each([
    // A part that does not fit is never shown with a size of 340 mm.
    [[340.04, 20, 20], '340.1 20 20'],
    [[20, 340.000002, 20.04], '20 340.1 20.1'],
    [[330, 330, 320.01], '330 330 320.1'],
    // Rounded half up when the rounded size still exceeds the limit.
    [[340.5, 20.25, 7], '340.5 20.3 7'],
    [[340.0000001, 20.04, 20], '340 20 20'],
  ] as const)('%p mm are shown as %p', (sides, shown) => {
    expect(shownSidesMm(sides).join(' ')).toBe(shown)
  })

  test('each of 100,000 random boxes fits if and only if its sorted sides fit', () => {
    const seed = seedFromEnvironment()
    const random = seededRandom(seed)
    const differences: unknown[] = []
    for (let run = 0; run < 100_000; run += 1) {
      const side = () => 300 + Math.floor(random() * 60)
      const sides = [side(), side(), side()] as const
      const [large = 0, middle = 0, small = 0] = sides.toSorted((one, other) => other - one)
      const expected = large <= 340 && middle <= 340 && small <= 320
      if (fitsBuildVolume(sides) !== expected) differences.push({ seed, sides, expected })
    }
    expect(differences).toEqual([])
  })
})
