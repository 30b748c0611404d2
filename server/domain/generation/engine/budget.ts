// What vendors may cost: a ceiling by day and engine, of calls and of cents.
import type { EngineName } from './engine.ts'

/** `images` = the model that draws and changes pictures. */
export type Spender = EngineName | 'images'

export const spenders = [
  'engine_1',
  'engine_2',
  'engine_2_p1',
  'engine_3',
  'engine_4',
  'images',
] as const satisfies readonly Spender[]

/** What a call is taken to cost, in cents: estimates, which the operator replaces with the vendor's prices (`ENGINE_CALL_CENTS`). */
export const defaultCallCents: Readonly<Record<Spender, number>> = {
  engine_1: 80,
  engine_2: 40,
  engine_2_p1: 30,
  engine_3: 30,
  engine_4: 50,
  images: 4,
}

/** Ceilings for each engine by itself, for a day of UTC. */
export type DailyCeiling = { readonly calls: number; readonly cents: number }
export const defaultCeiling: DailyCeiling = { calls: 500, cents: 10_000 }

/** A call and the day of UTC that it counts for, which may be over when the vendor refuses it. */
export type CountedCall = { readonly spender: Spender; readonly day: string }

export type CallBudget = {
  /** Counts a call before it is made. null = the engine has used up its day, and nothing was counted. */
  readonly take: (spender: Spender) => Promise<CountedCall | null>
  /** Counts a call that finishes what was begun: it is never refused. */
  readonly add: (spender: Spender) => Promise<CountedCall>
  /** Takes back a call that the vendor refused, so that nothing was created. */
  readonly giveBack: (call: CountedCall) => Promise<void>
}

/** What an engine cost on a day. */
export type SpendRow = {
  readonly engine: string
  readonly calls: number
  readonly cents: number
  readonly usedUp: boolean
}

/** What a credit cost is taken from that many days. */
export const spendDays = 30

/** Sums for the desk. */
export type SpendReader = {
  /** Today, UTC. */
  readonly today: () => Promise<readonly SpendRow[]>
  /** Sums of the last `spendDays`: what engines cost, and the credits that were charged and not given back. */
  readonly month: () => Promise<{ readonly cents: number; readonly credits: number }>
}
