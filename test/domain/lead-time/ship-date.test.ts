// The ship date of an order: never before a plan of its plates, never earlier for more work, never on a closed day.
import { expect, test } from 'bun:test'
import {
  isOpeningDay,
  usualOpeningDays,
  weekdayNames,
} from '../../../server/domain/catalog/opening-days.ts'
import { type FarmPace, shipsInDays, workOf } from '../../../server/domain/lead-time/lead-time.ts'
import { arrivalOf, dateAfter } from '../../../server/domain/lead-time/ship-date.ts'
import { defaultPlates } from '../../../server/domain/planning/plates.ts'
import { plateSeconds, timesOfPart } from '../../../server/domain/planning/print-times.ts'
import { cases } from '../../../testing/depth.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'

const random = seededRandom(36)
const between = (min: number, max: number) => min + random() * (max - min)
const whole = (min: number, max: number) => Math.floor(between(min, max + 1))

type Line = { readonly hoursPerPart: number; readonly quantity: number; readonly copies: number }

const randomLine = (): Line => ({
  hoursPerPart: random() < 0.2 ? between(20, 120) : between(0.05, 12),
  quantity: whole(1, 50),
  copies: whole(1, 30),
})

/** Returns the hours of the plates of a line. */
function platesOf({ hoursPerPart, quantity, copies }: Line): readonly number[] {
  const times = timesOfPart(hoursPerPart * 3600)
  return defaultPlates(quantity, { kind: 'model', copies }, times).map(
    (parts) => plateSeconds(times, parts) / 3600,
  )
}

/** Returns the days until the last plate is printed when each printer takes the next plate as soon as it is free. */
function planDays(
  printers: number,
  hoursPerDay: number,
  queue: readonly number[],
  plates: readonly number[],
): number {
  const freeAt = Array.from({ length: printers }, () => 0)
  let last = 0
  const take = (hours: number) => {
    const printer = freeAt.indexOf(Math.min(...freeAt))
    const end = (freeAt[printer] ?? 0) + hours / hoursPerDay
    freeAt[printer] = end
    return end
  }
  for (const hours of queue) take(hours)
  for (const hours of plates) last = Math.max(last, take(hours))
  return last
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const workOfAll = (lines: readonly Line[]) =>
  workOf(lines.map(({ hoursPerPart, quantity }) => ({ hours: hoursPerPart * quantity, quantity })))

test('the date of a basket is never before the plan of its plates', () => {
  for (let round = 0; round < cases(3_000); round += 1) {
    const printers = whole(1, 12)
    const printerHoursPerDay = between(8, 24)
    const packingDays = between(0, 3)
    const queue = Array.from({ length: whole(0, 40) }, () => between(0.1, 20))
    const lines = Array.from({ length: whole(1, 12) }, randomLine)
    const pace: FarmPace = {
      queuedHours: sum(queue),
      machineHoursPerDay: printers * printerHoursPerDay,
      printerHoursPerDay,
      packingDays,
    }
    const planned = planDays(printers, printerHoursPerDay, queue, lines.flatMap(platesOf))
    const promised = shipsInDays(pace, workOfAll(lines))
    expect(promised).toBeGreaterThanOrEqual(planned + packingDays - 1e-6)
    // The date is not far too late either: within a day of the longest plate after the mean of all hours.
    const longest = Math.max(...lines.map(({ hoursPerPart }) => Math.max(20, hoursPerPart)))
    const mean = (sum(queue) + sum(lines.flatMap(platesOf))) / pace.machineHoursPerDay
    expect(promised).toBeLessThan(mean + longest / printerHoursPerDay + packingDays + 1 + 1e-6)
  }
})

test('more parts, more lines and longer parts never ship earlier', () => {
  const pace: FarmPace = {
    queuedHours: 130,
    machineHoursPerDay: 80,
    printerHoursPerDay: 20,
    packingDays: 1,
  }
  for (let round = 0; round < cases(3_000); round += 1) {
    const lines = Array.from({ length: whole(1, 6) }, randomLine)
    const before = shipsInDays(pace, workOfAll(lines))
    const [first, ...others] = lines
    if (first === undefined) throw new Error('no line')
    const more = [
      [...lines, randomLine()],
      [{ ...first, quantity: first.quantity + 1 }, ...others],
      [{ ...first, hoursPerPart: first.hoursPerPart * 1.1 }, ...others],
    ]
    for (const changed of more) {
      expect(shipsInDays(pace, workOfAll(changed))).toBeGreaterThanOrEqual(before)
    }
  }
})

test('a long part and a short one together take as long as the long one', () => {
  const pace = { queuedHours: 0, machineHoursPerDay: 80, printerHoursPerDay: 20, packingDays: 1 }
  const hull = { hours: 100, quantity: 1 }
  const vase = { hours: 2, quantity: 1 }
  // 100 h on one printer: 5 days, and one packing day.
  expect(shipsInDays(pace, workOf([hull]))).toBe(6)
  // The vase adds an hour on average to each of the other printers: the sixth day has begun.
  expect(shipsInDays(pace, workOf([hull, vase]))).toBe(7)
  // Ten vases: 0.25 days by the mean, and three quarters of their plate of 20 h.
  expect(shipsInDays(pace, workOf([{ hours: 20, quantity: 10 }]))).toBe(2)
})

test('no date is a Sunday, in the time zone of the farm', () => {
  const calendar = (timeZone: string) => ({ timeZone, opening: usualOpeningDays })
  // 2026-11-28 is a Saturday.
  const saturday = new Date('2026-11-28T23:30:00Z')
  expect(dateAfter(saturday, 1, calendar('UTC')).toISOString()).toBe('2026-11-30T23:30:00.000Z')
  // In Berlin it is already Sunday, and a day later Monday.
  expect(dateAfter(saturday, 1, calendar('Europe/Berlin')).toISOString()).toBe(
    '2026-11-29T23:30:00.000Z',
  )
})

test('closed days are skipped, and a farm that works on Sundays ships on them', () => {
  const now = new Date('2026-12-23T12:00:00Z')
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
  const closed = { weekdays, closedDays: ['2026-12-24', '2026-12-25'] }
  const next = dateAfter(now, 1, { timeZone: 'UTC', opening: closed })
  // Thursday and Friday are holidays, then a weekend follows.
  expect(next.toISOString()).toBe('2026-12-28T12:00:00.000Z')
  const daily = { weekdays: weekdayNames, closedDays: [] }
  expect(isOpeningDay('2026-11-29', daily)).toBe(true)
  const sunday = dateAfter(new Date('2026-11-28T12:00:00Z'), 1, {
    timeZone: 'UTC',
    opening: daily,
  })
  expect(sunday.toISOString()).toBe('2026-11-29T12:00:00.000Z')
  const never = { weekdays: [], closedDays: [] }
  expect(dateAfter(now, 2, { timeZone: 'UTC', opening: never }).toISOString()).toBe(
    '2026-12-25T12:00:00.000Z',
  )
})

test('a parcel arrives between the shortest and the longest transit, and not on a Sunday', () => {
  // Tuesday; 2 to 5 days within the US: Thursday to Sunday, moved to Monday.
  expect(arrivalOf('2026-12-01', 'US')).toEqual({ from: '2026-12-03', to: '2026-12-07' })
  // 7 to 14 days to Germany.
  expect(arrivalOf('2026-12-01', 'DE')).toEqual({ from: '2026-12-08', to: '2026-12-15' })
})
