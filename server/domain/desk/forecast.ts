// Predicts which open orders will ship after their promised date if the farm follows the queue at its usual speed.

export type LateOrder = {
  readonly code: string
  readonly dueAt: Date
  readonly expectedAt: Date
}

export type LateForecast = {
  readonly count: number
  /** At most ten, longest delay first. */
  readonly orders: readonly LateOrder[]
}
