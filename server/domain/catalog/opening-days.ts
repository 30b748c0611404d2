// The days on which the farm packs parcels and the carrier collects them. Printers also run on closed days.
import { addDays, type Day, weekdayOf } from '../base/time/day.ts'

export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WeekdayName = (typeof weekdayNames)[number]

export type OpeningDays = {
  /** Weekdays on which the farm is open. */
  readonly weekdays: readonly WeekdayName[]
  /** Individual days on which the farm is closed, such as holidays. */
  readonly closedDays: readonly Day[]
}

const sunday = 6

/** Default opening days: every day except Sunday, because carriers do not collect parcels on Sundays. */
export const usualOpeningDays: OpeningDays = {
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  closedDays: [],
}

export const isOpeningDay = (day: Day, { weekdays, closedDays }: OpeningDays): boolean =>
  weekdays.some((name) => weekdayNames.indexOf(name) === weekdayOf(day)) &&
  !closedDays.includes(day)

/**
 * Returns the day itself if parcels are delivered on it, otherwise the next day. Carriers deliver on every day except
 * Sunday.
 */
export const deliveryDay = (day: Day): Day => (weekdayOf(day) === sunday ? addDays(day, 1) : day)
