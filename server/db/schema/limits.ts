// Counters of rate limits, call budgets, and client addresses that sent a correct order code. The tables are unlogged.
import type { Generated } from 'kysely'

export type RateCountersTable = {
  scope: string
  subject: string
  window_start: Date
  taken: number
}

export type SeenCodesTable = { mark: string; seen_at: Generated<Date> }

export type CallBudgetsTable = { name: string; tokens: number; filled_at: Date }
