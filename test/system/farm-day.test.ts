// A short day of a small farm in virtual time. `npm run farm-day` runs 40 printers and 300 orders.
import { expect, test } from 'bun:test'
import { playDay } from '../../lab/farm-day/day.ts'

test('six printers print each of twenty orders once, whatever fails', async () => {
  const { figures, violation } = await playDay({ printers: 6, orders: 20, seed: 2 })
  expect(violation).toBeNull()
  const { orders, parts, promises, partsOrdered } = figures
  expect(orders.printed + orders.cancelled).toBe(20)
  expect(parts.good).toBeGreaterThanOrEqual(partsOrdered)
  expect(parts.made).toBe(parts.good + parts.scrap + parts.discarded)
  expect(promises.overtaken).toBe(0)
  // Otherwise the day would prove nothing.
  expect(figures.events.get('prints begun')).toBeGreaterThan(15)
}, 300_000)

test('one person runs a farm by the pages of the desk, with one press a plate and one a parcel', async () => {
  const day = { printers: 6, orders: 20, seed: 2, isOnePerson: true }
  const { figures, violation } = await playDay(day)
  expect(violation).toBeNull()
  const { orders, person } = figures
  expect(orders.printed + orders.cancelled).toBe(20)
  expect(person?.parcels).toBe(orders.printed)
  expect(person?.plates).toBeGreaterThan(3)
  expect(person?.presses.plate).toBe(person?.plates ?? 0)
  expect(person?.presses.parcel).toBe(orders.printed)
  expect(person?.labelsSold).toBe(orders.printed)
}, 300_000)
