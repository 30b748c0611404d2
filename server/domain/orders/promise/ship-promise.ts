// The promised ship date of an order, set when it is paid. It determines which order is due first, and which is late.

import { farmPace } from '../../lead-time/lead-time.ts'
import { dateAfter, farmCalendar, shipDate } from '../../lead-time/ship-date.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { type NewLine, workOfLines } from '../record/order-lines.ts'

/** Days until an order ships if the farm's load cannot be read. */
export const defaultLeadDays = 7

/** Returns the date on which an order with these lines ships if it is paid now. */
export type ShipPromise = (order: Pick<Order, 'id'>, lines: readonly NewLine[]) => Date

/**
 * Runs `write`, which promises dates to orders and writes them. Reads the farm's load once; a failed read never
 * fails a payment. The hours of an order count from its promise, before it is written as paid, so that concurrent
 * payments include each other's hours. Concurrent settlements of an order count its hours once. The hours of a
 * payment that is not used affect other promises until the next read.
 */
export async function withShipPromise<T>(
  { farmLoad, clock, log }: Pick<OrderDeps, 'farmLoad' | 'clock' | 'log'>,
  write: (promise: ShipPromise) => Promise<T>,
): Promise<T> {
  const load = await farmLoad.read().catch((error: unknown) => {
    log.warn('order.lead_time_unknown', { error })
    return null
  })
  const now = clock.now()
  const calendar = farmCalendar(farmLoad)
  const ends: (() => void)[] = []
  try {
    return await write(({ id }, lines) => {
      const work = workOfLines(lines)
      const { hoursBefore, end } = farmLoad.promised(id, work.hours)
      ends.push(end)
      if (load === null) return dateAfter(now, defaultLeadDays, calendar)
      return shipDate(farmPace({ ...load, queuedHours: hoursBefore }), work, { now, calendar })
    })
  } finally {
    for (const end of ends) end()
  }
}

/**
 * Returns the ship date that these lines would be promised if they were paid now. null without lines, if the print of
 * a line is not estimated (its date could be earlier than the promise), or if the farm's load cannot be read: a page
 * without a date is better than no page.
 */
export async function presentShipDate(
  { farmLoad, clock, log }: Pick<OrderDeps, 'farmLoad' | 'clock' | 'log'>,
  lines: readonly Pick<NewLine, 'plannedSeconds' | 'price' | 'options'>[],
): Promise<Date | null> {
  if (lines.length === 0 || lines.some(({ plannedSeconds }) => plannedSeconds == null)) return null
  try {
    const pace = farmPace(await farmLoad.read())
    const calendar = farmCalendar(farmLoad)
    return shipDate(pace, workOfLines(lines), { now: clock.now(), calendar })
  } catch (error) {
    log.warn('order.ship_date_unknown', { error })
    return null
  }
}
