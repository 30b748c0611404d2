// Sums of the history of orders: for the operators' pages (server/db/desk/order-moves.ts) and for lead times
// (server/db/farm/load/planned-moves.ts).
import type { MoveKind } from '../../domain/desk/throughput.ts'

type Sums = {
  kind: MoveKind
  material: string
  color: string
  orders: number
  parts: number
  grams: number
  centihours: number
  cents: number
}

/** `hour` is the start of an hour in the farm's time zone. Rows with material '' are the totals of their hour. */
export type OrderHoursTable = Sums & { hour: Date }

/**
 * `day` is the start of a day in the farm's time zone. Each day is summed up by material (color ''), by color (material ''), and in
 * total (both '').
 */
export type OrderDaysTable = Sums & { day: Date }

/** `month` is the start of a month in the farm's time zone. Like a day, it is summed up by material and by color. */
export type OrderMonthsTable = Sums & { month: Date }

export type OrderHoursProgressTable = {
  single: boolean
  time_zone: string
  done_until: Date
}

/** `start` is the start of a quarter of an hour. Hours are machine hours. */
export type FarmQuarterHoursTable = {
  start: Date
  arrived_hours: number
  finished_hours: number
  finished_orders: number
  dropped_hours: number
  /** Orders that were printed and shipped. */
  packed_orders: number
  /** Days from printed to shipped, for a sample of these orders. */
  packing_days: number[]
}

export type FarmQuarterHoursProgressTable = { single: boolean; done_until: Date }
