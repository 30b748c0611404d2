// Lead times of invented farms: measured values, defaults, and that more work never ships sooner.
import { describe, expect, test } from 'bun:test'
import { measureCapacity } from '../../../server/domain/lead-time/capacity.ts'
import type { FarmDay, FarmLoad } from '../../../server/domain/lead-time/farm-load.ts'
import { leadTime } from '../../../server/domain/lead-time/lead-time.ts'

const idle: FarmDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }
const day = (changes: Partial<FarmDay>): FarmDay => ({ ...idle, ...changes })
const farm = (changes: Partial<FarmLoad> = {}): FarmLoad => ({
  queuedOrders: 0,
  queuedHours: 0,
  today: idle,
  days: Array.from({ length: 28 }, () => idle),
  packingDays: null,
  shippedOrders: 0,
  ...changes,
})
const work = (hours: number) =>
  day({ arrivedHours: hours, finishedHours: hours, finishedOrders: 3 })

describe('capacity', () => {
  test('without a history the default is used', () => {
    expect(measureCapacity(farm())).toEqual({
      machineHoursPerDay: 80,
      basis: 'default',
      busyDays: 0,
    })
  })

  test('days that ended with an empty queue are not counted', () => {
    const days = Array.from({ length: 28 }, () => work(5))
    expect(measureCapacity(farm({ days }))).toMatchObject({ basis: 'default', busyDays: 0 })
  })

  test('days that ended with orders waiting give the capacity', () => {
    const days = [work(30), work(50), work(40)]
    expect(measureCapacity(farm({ queuedHours: 10, days }))).toEqual({
      machineHoursPerDay: 40,
      basis: 'measured',
      busyDays: 3,
    })
  })

  test('two days that ended with orders waiting are not enough', () => {
    expect(measureCapacity(farm({ queuedHours: 10, days: [work(30), work(50)] }))).toMatchObject({
      basis: 'default',
      busyDays: 2,
    })
  })

  test('the queue is computed backwards day by day: arrivals, prints and cancellations', () => {
    // Now 10 h wait. Yesterday 70 arrived and 40 were printed, so 20 waited... minus the dropped hours.
    const days = [
      // Ended with 10 waiting; began with 10 + 40 + 5 - 70 < 0: nothing waited before it.
      day({ arrivedHours: 70, finishedHours: 40, finishedOrders: 4, droppedHours: 5 }),
      day({ finishedHours: 99, finishedOrders: 9 }),
    ]
    expect(measureCapacity(farm({ queuedHours: 10, days })).busyDays).toBe(1)
    // Work that arrived today was not waiting yesterday.
    const today = day({ arrivedHours: 10 })
    expect(measureCapacity(farm({ queuedHours: 10, today, days })).busyDays).toBe(0)
  })

  test('a day on which nothing was finished does not count as a day without capacity', () => {
    const days = [work(30), idle, idle, work(30), work(30)]
    expect(measureCapacity(farm({ queuedHours: 10, days })).machineHoursPerDay).toBe(30)
  })
})

describe('days', () => {
  const days = (load: FarmLoad, grams = 50, quantity = 1) =>
    leadTime(load, { grams, quantity }).estimates.map(({ shipsInDays }) => shipsInDays)

  test('more orders, more grams, more parts and a longer queue never ship sooner', () => {
    const busy = farm({ queuedHours: 200, days: [work(30), work(30), work(30)] })
    let before = days(farm())
    for (const grams of [0.1, 10, 50, 500, 5000, 50_000]) {
      const [here, there] = [days(farm(), grams), days(busy, grams)]
      for (const [index, value] of here.entries()) {
        expect(there[index]).toBeGreaterThanOrEqual(value)
        expect(days(farm(), grams, 7)[index]).toBeGreaterThanOrEqual(value)
      }
      expect(here).toEqual(here.toSorted((a, b) => a - b))
      if (grams > 50) {
        for (const [index, value] of here.entries()) {
          expect(value).toBeGreaterThanOrEqual(before[index] ?? 0)
        }
        before = here
      }
    }
  })

  test('nothing ships on the same day, and one long part takes its full time', () => {
    expect(days(farm({ packingDays: 0, shippedOrders: 9 }), 0.1)[0]).toBe(1)
    // 20160 g of pla: 1000 h, on one printer 50 days and a packing day.
    expect(days(farm(), 20_160)[0]).toBe(51)
  })

  test('the median packing time of too few parcels is not used', () => {
    expect(
      leadTime(farm({ packingDays: 9, shippedOrders: 4 }), { grams: 50, quantity: 1 }),
    ).toMatchObject({
      packingDays: 1,
      packingBasis: 'default',
    })
  })
})
