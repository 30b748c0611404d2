// When filament runs out and when to order it, and what a scale's reading means.
import { describe, expect, test } from 'bun:test'
import {
  type ColorForecast,
  forecastFilament,
  forecastMaterials,
  isCurrent,
  isRunningOut,
  toOrder,
} from '../../../server/domain/farm/spools/forecast.ts'
import type { ColorStock } from '../../../server/domain/farm/spools/ports.ts'
import { filamentOf } from '../../../server/domain/farm/spools/spool.ts'

const now = new Date('2026-11-28T12:00:00Z')
const color = (facts: Partial<ColorStock>): ColorStock => ({
  material: 'pla',
  color: 'Black',
  spools: 1,
  stockGrams: 1000,
  committedGrams: 0,
  usedGrams: 0,
  ...facts,
})
const forecast = (colors: readonly ColorStock[], usedDays = 14) =>
  forecastFilament({ colors, usedDays }, now)
const one = (facts: Partial<ColorStock>, usedDays = 14): ColorForecast => {
  const [found] = forecast([color(facts)], usedDays)
  if (found === undefined) throw new Error('no color')
  return found
}

describe('days until empty', () => {
  test('are the stock over the daily use of the last 14 days', () => {
    // 1400 g in 14 days are 100 g a day; 1000 g last 10 days.
    expect(one({ usedGrams: 1400 })).toMatchObject({ gramsPerDay: 100, daysLeft: 10 })
  })

  test('use the days since the first spool while there are fewer', () => {
    // 300 g in 3 days are 100 g a day.
    expect(one({ usedGrams: 300 }, 3)).toMatchObject({ gramsPerDay: 100, daysLeft: 10 })
  })

  test('are unknown for a color that was not used', () => {
    expect(one({})).toMatchObject({ gramsPerDay: null, daysLeft: null, orderBy: null })
  })
})

describe('the day on which a color is used up', () => {
  test.each([
    // 10 days at 100 g a day.
    [1000, '2026-12-08T12:00:00.000Z'],
    // Overdrawn until its spool is weighed.
    [-50, '2026-11-28T12:00:00.000Z'],
  ])('%p g', (stockGrams, day) => {
    expect(one({ stockGrams, usedGrams: 1400 }).emptyAt?.toISOString()).toBe(day)
  })

  test('is unknown for a color that was not used', () => {
    expect(one({}).emptyAt).toBeNull()
  })
})

describe('a material', () => {
  test('has the first color that is used up, and the sum of what is short', () => {
    const colors = forecast([
      // 10 days.
      color({ usedGrams: 1400 }),
      // 4 days, and 200 g short.
      color({ color: 'White', stockGrams: 400, usedGrams: 1400, committedGrams: 600 }),
      // Not used, 50 g short.
      color({ color: 'Red', stockGrams: 0, committedGrams: 50 }),
      color({ material: 'petg', committedGrams: 900 }),
    ])
    expect(forecastMaterials(colors)).toEqual([
      {
        material: 'pla',
        shortGrams: 250,
        daysLeft: 4,
        emptyAt: new Date('2026-12-02T12:00:00Z'),
        firstColor: 'White',
      },
      { material: 'petg', shortGrams: 0, daysLeft: null, emptyAt: null, firstColor: null },
    ])
  })

  test('are measured for colors that are in stock or that orders need', () => {
    // White is used up, and Black lasts 1000 / (1400 / 14) = 10 days.
    const measured = (committedGrams: number) =>
      forecastMaterials(
        forecast([
          color({ color: 'White', stockGrams: 0, usedGrams: 700, committedGrams }),
          color({ color: 'Black', usedGrams: 1400 }),
        ]).filter(isCurrent),
      )
    expect(measured(0)).toMatchObject([{ daysLeft: 10, firstColor: 'Black' }])
    expect(measured(1)).toMatchObject([{ daysLeft: 0, firstColor: 'White' }])
  })

  test.each([
    [{ shortGrams: 1, daysLeft: null }, true],
    [{ shortGrams: 0, daysLeft: 14 }, true],
    [{ shortGrams: 0, daysLeft: 14.1 }, false],
    [{ shortGrams: 0, daysLeft: null }, false],
  ])('%p runs out soon: %p', (facts, isSoon) => {
    expect(isRunningOut(facts)).toBe(isSoon)
  })
})

describe('the day of the order', () => {
  test.each([
    // 10 days left: order in 3 days, because a delivery takes 7.
    [1000, '2026-12-01T12:00:00.000Z'],
    // Exactly 14 days left.
    [1400, '2026-12-05T12:00:00.000Z'],
    // 5 days left: today.
    [500, '2026-11-28T12:00:00.000Z'],
    [0, '2026-11-28T12:00:00.000Z'],
    // 14.01 days left: not yet.
    [1401, null],
  ])('%p g at 100 g a day', (stockGrams, day) => {
    expect(one({ stockGrams, usedGrams: 1400 }).orderBy?.toISOString() ?? null).toBe(day)
  })

  test('is today for a color of which orders need more than is in stock', () => {
    expect(one({ stockGrams: 50, committedGrams: 90 })).toMatchObject({
      shortGrams: 40,
      orderBy: now,
    })
    expect(one({ stockGrams: 90, committedGrams: 90 })).toMatchObject({
      shortGrams: 0,
      orderBy: null,
    })
  })

  test('orders without a color use what the colors of their material can spare', () => {
    const colors = [
      color({ color: 'Black', stockGrams: 100, committedGrams: 70 }),
      color({ color: 'White', stockGrams: 50, committedGrams: 80 }),
      color({ color: 'Red', material: 'petg', stockGrams: 500 }),
      color({ color: 'Default', spools: 0, stockGrams: 0, committedGrams: 45 }),
    ]
    // Black spares 30 g and White nothing, so 15 g are missing.
    expect(forecast(colors).map(({ shortGrams }) => shortGrams)).toEqual([0, 30, 0, 15])
  })

  test('the earliest day comes first, then the largest shortage', () => {
    const colors = [
      color({ color: 'Later', usedGrams: 1400 }),
      color({ color: 'Short', stockGrams: 0, committedGrams: 5 }),
      color({ color: 'Enough' }),
      color({ color: 'Shorter', stockGrams: 0, committedGrams: 50 }),
    ]
    expect(toOrder(forecast(colors)).map((each) => each.color)).toEqual([
      'Shorter',
      'Short',
      'Later',
    ])
  })
})

describe('a scale’s reading', () => {
  const spool = { fullGrams: 1000, emptyGrams: 250 }
  test.each([
    ['with the spool', { grams: 700, isGross: true }, 450],
    ['of the filament only', { grams: 700, isGross: false }, 700],
    ['of the empty spool', { grams: 250, isGross: true }, 0],
    [
      'below the empty spool',
      { grams: 249, isGross: true },
      { rule: 'below_empty', limitGrams: 250 },
    ],
    // A spool has at most a tenth more than stated.
    ['of an overfilled spool', { grams: 1350, isGross: true }, 1100],
    [
      'above a full spool',
      { grams: 1351, isGross: true },
      { rule: 'above_full', limitGrams: 1350 },
    ],
    [
      'above the filament',
      { grams: 1101, isGross: false },
      { rule: 'above_full', limitGrams: 1100 },
    ],
  ] as const)('%s', (_, weighing, expected) => {
    expect(filamentOf(spool, weighing)).toEqual(expected)
  })

  test('with a spool of unknown weight is refused', () => {
    expect(
      filamentOf({ fullGrams: 1000, emptyGrams: null }, { grams: 900, isGross: true }),
    ).toEqual({ rule: 'empty_unknown', limitGrams: 0 })
  })
})
