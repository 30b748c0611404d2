// When filament runs out, and when to order it.

import { dayMs } from '../../base/time/day.ts'
import { isAnyColor, type Material } from '../../catalog/options.ts'
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
  /** When the stock is used up at that rate, never in the past; null = unknown. */
  readonly emptyAt: Date | null
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
      emptyAt: emptyAt(daysLeft, now),
      shortGrams,
      orderBy: orderBy(shortGrams, daysLeft, now),
    }
  })
}

const emptyAt = (daysLeft: number | null, now: Date): Date | null =>
  daysLeft === null ? null : new Date(now.getTime() + Math.max(0, daysLeft) * dayMs)

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

export type MaterialForecast = {
  readonly material: Material
  /** Grams of all its colors that orders need and no spool has; 0 = enough. */
  readonly shortGrams: number
  /** Until the first of its colors is used up; null = unknown. */
  readonly daysLeft: number | null
  readonly emptyAt: Date | null
  /** The color that is used up first; null = unknown. */
  readonly firstColor: string | null
}

/** Returns the materials in the sequence of their colors. */
export function forecastMaterials(colors: readonly ColorForecast[]): readonly MaterialForecast[] {
  const byMaterial = Map.groupBy(colors, ({ material }) => material)
  return [...byMaterial].map(([material, own]) => {
    const [first] = own
      .filter(({ daysLeft }) => daysLeft !== null)
      .toSorted((one, other) => (one.daysLeft ?? 0) - (other.daysLeft ?? 0))
    return {
      material,
      shortGrams: own.reduce((sum, { shortGrams }) => sum + shortGrams, 0),
      daysLeft: first?.daysLeft ?? null,
      emptyAt: first?.emptyAt ?? null,
      firstColor: first?.color ?? null,
    }
  })
}

/**
 * Whether the color is in stock, or orders need it. A color that is used up and not ordered was used in the last 14 days
 * nevertheless: pages show it, and measurements over time leave it out.
 */
export const isCurrent = ({ stockGrams, committedGrams }: ColorStock): boolean =>
  stockGrams > 0 || committedGrams > 0

/** Whether the material is short of what orders need, or its first color runs out within `orderAheadDays`. */
export const isRunningOut = ({
  shortGrams,
  daysLeft,
}: Pick<MaterialForecast, 'shortGrams' | 'daysLeft'>): boolean =>
  shortGrams > 0 || (daysLeft !== null && daysLeft <= orderAheadDays)

/** Returns the colors to order, earliest first. */
export const toOrder = (colors: readonly ColorForecast[]) =>
  colors
    .flatMap((color) => (color.orderBy === null ? [] : [{ ...color, orderBy: color.orderBy }]))
    .toSorted(
      (one, other) =>
        one.orderBy.getTime() - other.orderBy.getTime() || other.shortGrams - one.shortGrams,
    )
