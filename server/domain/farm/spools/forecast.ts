// When filament runs out, and when to order it.

import { dayMs } from '../../base/time/day.ts'
import { isAnyColor } from '../../catalog/options.ts'
import type { ColorStock, FilamentStock } from './ports.ts'

/** Days of use from which the daily use is computed. */
export const useHistoryDays = 14

/** Days from an order of filament until it arrives. */
export const deliveryDays = 7

/** A color is ordered if it runs out within this many days. */
export const orderAheadDays = 14

export type ColorForecast = ColorStock & {
  /** Average of the days for which use is known; null = not used, or not known. */
  readonly gramsPerDay: number | null
  /** Until the stock is used up at that rate; null = unknown. */
  readonly daysLeft: number | null
  /** Grams that orders need and no spool has; 0 = enough. */
  readonly shortGrams: number
  /** When to order more, never in the past; null = not soon. */
  readonly orderBy: Date | null
}

/** Orders without a color are printed in any, so they are compared with what the colors of their material can spare. */
export function forecastFilament(
  { colors, usedDays }: FilamentStock,
  now: Date,
): readonly ColorForecast[] {
  return colors.map((color) => {
    const { stockGrams, usedGrams } = color
    const gramsPerDay = usedDays > 0 && usedGrams > 0 ? usedGrams / usedDays : null
    const daysLeft = gramsPerDay === null ? null : stockGrams / gramsPerDay
    const shortGrams = shortOf(color, colors)
    return {
      ...color,
      gramsPerDay,
      daysLeft,
      shortGrams,
      orderBy: orderBy(shortGrams, daysLeft, now),
    }
  })
}

function shortOf(color: ColorStock, colors: readonly ColorStock[]): number {
  const spare = isAnyColor(color.color)
    ? colors
        .filter((other) => other.material === color.material && !isAnyColor(other.color))
        .reduce((sum, other) => sum + Math.max(0, other.stockGrams - other.committedGrams), 0)
    : 0
  return Math.max(0, color.committedGrams - color.stockGrams - spare)
}

function orderBy(shortGrams: number, daysLeft: number | null, now: Date): Date | null {
  if (shortGrams > 0) return now
  if (daysLeft === null || daysLeft > orderAheadDays) return null
  return new Date(now.getTime() + Math.max(0, daysLeft - deliveryDays) * dayMs)
}

/** Returns the colors to order, earliest first. */
export const toOrder = (colors: readonly ColorForecast[]) =>
  colors
    .flatMap((color) => (color.orderBy === null ? [] : [{ ...color, orderBy: color.orderBy }]))
    .toSorted(
      (one, other) =>
        one.orderBy.getTime() - other.orderBy.getTime() || other.shortGrams - one.shortGrams,
    )
