// The ledger of money as a port of the domain.

import type { AccountId } from '../base/caller.ts'
import type { GiftCardId } from '../base/ids/gift-card-id.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { DifferenceSubject } from './difference-subjects.ts'
import type { Movement } from './movement.ts'

/** A cached balance that differs from the ledger, in cents or credits. */
export type Difference = {
  readonly subject: DifferenceSubject
  /** Id of the order, gift card or account. */
  readonly id: string
  readonly cached: number
  readonly booked: number
}

export type LedgerCheck = {
  readonly checkedAt: Date
  /** Number of compared balances. */
  readonly compared: number
  readonly differences: readonly (Difference & { readonly foundAt: Date })[]
}

/** Amounts moved from one account to another, by kind. */
export type MovementSum = Pick<Movement, 'kind' | 'debit' | 'credit'> & {
  readonly movements: number
  readonly cents: number
}

/** The subject whose movements are read. */
export type LedgerSubject =
  | { readonly orderId: OrderId }
  | { readonly giftCardId: GiftCardId }
  | { readonly accountId: AccountId }

/** The outcome of a comparison of all balances. */
export type NewLedgerCheck = {
  readonly compared: number
  readonly differences: readonly Difference[]
}

export type Ledger = {
  /** Returns the movements, oldest first. */
  readonly movementsOf: (about: LedgerSubject) => Promise<readonly Movement[]>
  /** Returns the sums of the movements booked at or after `from` and before `to`. */
  readonly sums: (period: {
    readonly from: Date
    readonly to: Date
  }) => Promise<readonly MovementSum[]>
  /** Matches payments that an operator kept without an order and that now pay for one. */
  readonly matchKept: () => Promise<void>
  /** Compares the balances of some thousand subjects after the id `after`; `last` is null at the end. */
  readonly compare: (
    subject: DifferenceSubject,
    after: string | null,
  ) => Promise<{
    readonly compared: number
    readonly last: string | null
    readonly differences: readonly Difference[]
  }>
  /** Replaces the last check. A known difference keeps the time at which it was found. */
  readonly keepCheck: (check: NewLedgerCheck) => Promise<void>
  /** Returns null before the first check. */
  readonly lastCheck: () => Promise<LedgerCheck | null>
}

export type MoneyDeps = Pick<BaseDeps, 'log'> & { readonly ledger: Ledger }
