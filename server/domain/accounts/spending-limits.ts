// Limits on what programs may charge to an account, and the charges made so far.

/** In cents per day; null = no limit. */
export type SpendingLimits = {
  readonly accountCents: number | null
  readonly apiKeyCents: number | null
}

export type Spending = {
  readonly limits: SpendingLimits
  /** Amount that today's orders have charged or can still charge, less their refunds, in cents. */
  readonly accountCents: number
  /** The part of `accountCents` from orders placed with the API key. */
  readonly apiKeyCents: number
  /** The end of the day. */
  readonly resetsAt: Date
}
