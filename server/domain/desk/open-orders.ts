// Orders that have not shipped, as counted on the desk.
import type { openStatuses } from '../orders/record/status.ts'
import type { LateForecast } from './forecast.ts'

export type OpenStatus = (typeof openStatuses)[number]

export type OpenOrders = {
  readonly byStatus: Readonly<Record<OpenStatus, number>>
  /** Machine hours of the parts without a good print, in hundredths. */
  readonly backlogHundredths: number
  /** Orders past their promised date. */
  readonly late: number
  /** The orders that will ship after their promised date. */
  readonly forecast: LateForecast
}
