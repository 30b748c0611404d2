// Counters of rate limits and call budgets. Both tables are unlogged.

export type RateCountersTable = {
  scope: string
  subject: string
  window_start: Date
  taken: number
}

export type CallBudgetsTable = { name: string; tokens: number; filled_at: Date }
