// The ledger of money, as the domain sees it.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { DifferenceSubject } from './check-ledger.ts'
import type { Movement } from './movement.ts'

/** A cached balance that differs from the ledger; in cents, or credits. */
export type Difference = {
  readonly subject: DifferenceSubject
  /** Id of the order, gift card or account. */
  readonly id: string
  readonly cached: number
  readonly booked: number
}

export type LedgerCheck = {
  readonly checkedAt: Date
  /** How many balances were compared. */
  readonly compared: number
  readonly differences: readonly (Difference & { readonly foundAt: Date })[]
}

/** What moved from one account to another, by kind. */
export type MovementSum = Pick<Movement, 'kind' | 'debit' | 'credit'> & {
  readonly movements: number
  readonly cents: number
}

/** The subject whose movements are read. */
export type LedgerSubject =
  | { readonly orderId: OrderId }
  | { readonly giftCardId: string }
  | { readonly accountId: AccountId }

/** The outcome of a comparison of all balances. */
export type NewLedgerCheck = {
  readonly compared: number
  readonly differences: readonly Difference[]
}

export type Ledger = {
  /** Oldest first. */
  readonly movementsOf: (about: LedgerSubject) => Promise<readonly Movement[]>
  /** Sums of the movements booked from `from` on and before `to`. */
  readonly sums: (period: {
    readonly from: Date
    readonly to: Date
  }) => Promise<readonly MovementSum[]>
  /** Payments that an operator kept without an order and that now pay for one. */
  readonly matchKept: () => Promise<void>
  /** The balances of some thousand subjects after the id `after`; `last` is null at the end. */
  readonly compare: (
    subject: DifferenceSubject,
    after: string | null,
  ) => Promise<{
    readonly compared: number
    readonly last: string | null
    readonly differences: readonly Difference[]
  }>
  /** Replaces the last check. A difference that was known keeps the time at which it was found. */
  readonly keepCheck: (check: NewLedgerCheck) => Promise<void>
  /** null = there was no check yet. */
  readonly lastCheck: () => Promise<LedgerCheck | null>
}

export type MoneyDeps = Pick<BaseDeps, 'log'> & { readonly ledger: Ledger }
