// Daily vendor budgets per engine: calls and cents.
import type { EngineName } from './engine.ts'

/** `images` = the model that draws and edits pictures. */
export type Spender = EngineName | 'images'

export const spenders = [
  'engine_1',
  'engine_2',
  'engine_2_p1',
  'engine_3',
  'engine_4',
  'images',
] as const satisfies readonly Spender[]

/**
 * Estimated cost of a call, in cents. The operator can replace the estimates with the vendor's prices
 * (`ENGINE_CALL_CENTS`).
 */
export const defaultCallCents: Readonly<Record<Spender, number>> = {
  engine_1: 80,
  engine_2: 40,
  engine_2_p1: 30,
  engine_3: 30,
  engine_4: 50,
  images: 4,
}

/** Limits per engine and UTC day. */
export type DailyCeiling = { readonly calls: number; readonly cents: number }
export const defaultCeiling: DailyCeiling = { calls: 500, cents: 10_000 }

/** A call, the UTC day of its budget, and its cost. The day may have ended when the vendor refuses the call. */
export type CountedCall = {
  readonly spender: Spender
  readonly day: string
  readonly cents: number
}

export type CallBudget = {
  /** Counts a call before it is made. Returns null and counts nothing if the engine's daily budget is used up. */
  readonly take: (spender: Spender) => Promise<CountedCall | null>
  /** Counts a call that finishes started work. Such a call is never refused. */
  readonly add: (spender: Spender) => Promise<CountedCall>
  /** Removes a call from the count if the vendor refused it and created nothing. */
  readonly giveBack: (call: CountedCall) => Promise<void>
}

/** Calls and cost of an engine on a day. */
export type SpendRow = {
  readonly engine: string
  readonly calls: number
  readonly cents: number
  readonly usedUp: boolean
}

/** Number of days over which the cost of a credit is computed. */
export const spendDays = 30

/** Sums for the desk. */
export type SpendReader = {
  /** Returns the sums of the current UTC day. */
  readonly today: () => Promise<readonly SpendRow[]>
  /** Returns the sums of the last `spendDays`: the cost of engines, and the credits charged and not refunded. */
  readonly month: () => Promise<{ readonly cents: number; readonly credits: number }>
}
