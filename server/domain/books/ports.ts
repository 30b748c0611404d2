// The books: what the card processor's balance says, its comparison with the ledger of money, and months that are closed.

import type { Day } from '../base/day.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { LedgerAccount, MovementKind } from '../money/movement.ts'

/** What a transaction of the processor's balance is about. `fee`: of the account, without a payment. */
export const transactionAbouts = ['charge', 'refund', 'dispute', 'payout', 'fee', 'other'] as const
export type TransactionAbout = (typeof transactionAbouts)[number]

/** A movement of the processor's balance; it is never changed there. Amounts in cents, below 0 when they left the balance. */
export type BalanceTransaction = {
  readonly id: string
  /** The processor's word, such as `refund_failure`. */
  readonly type: string
  readonly about: TransactionAbout
  /** For a charge: it has this deployment's marker. */
  readonly isMarked: boolean
  readonly amountCents: number
  readonly feeCents: number
  /** In lower case. */
  readonly currency: string
  /** Id of the charge, refund, dispute or payout. */
  readonly sourceId: string | null
  readonly paymentId: PaymentId | null
  readonly createdAt: Date
}

export type ProcessorPayout = {
  readonly id: string
  readonly amountCents: number
  /** The processor's word. */
  readonly status: string
  /** The processor lists the transactions of automatic payouts only. */
  readonly automatic: boolean
  /** No transaction will be added to it. */
  readonly isComplete: boolean
  readonly createdAt: Date
  /** When the bank has it, as the processor expects. */
  readonly arrivesAt: Date
  /** The bank's reason for sending it back. */
  readonly failure: string | null
}

/** A page of a list, newest first. `next`: after which object the next page begins; null on the last page. */
export type BalancePage<T> = { readonly items: readonly T[]; readonly next: string | null }

/** The call counts as upkeep. Both throw `ProcessorUnavailable`. */
export type ProcessorBalance = {
  /** Those since then, or those in a payout. */
  readonly listTransactions: (
    which: { readonly since: Date } | { readonly payoutId: string },
    after: string | null,
  ) => Promise<BalancePage<BalanceTransaction>>
  readonly listPayouts: (since: Date, after: string | null) => Promise<BalancePage<ProcessorPayout>>
}

/** The next piece of a reading, leased to the caller. */
export type ReadingStep =
  | { readonly phase: 'transactions'; readonly since: Date; readonly after: string | null }
  | { readonly phase: 'payouts'; readonly since: Date; readonly after: string | null }
  | { readonly phase: 'contents'; readonly payoutId: string; readonly after: string | null }
  | { readonly phase: 'compare'; readonly startedAt: Date }

/** An object at the processor whose amounts there and in the ledger differ. */
export type TieOutDifference = {
  readonly part: TransactionAbout
  /**
   * A payment of `charge`, `refund` and `dispute`; a payout; a transaction of `fee` and `other`; of a movement that names none: its number.
   */
  readonly objectId: string
  readonly processorCents: number
  readonly ledgerCents: number
  readonly orderCode: string | null
  readonly purchaseId: PurchaseId | null
  readonly disputeId: string | null
  /** When its first movement took place. */
  readonly movedAt: Date
  readonly foundAt: Date
  readonly explanation: Explanation | null
}

export type Explanation = { readonly text: string; readonly by: string; readonly at: Date }

export type TieOut = {
  readonly at: Date
  /** Later movements were in flight and are left out. */
  readonly comparedUntil: Date
  readonly compared: number
  /** The processor's total less the ledger's, over all objects. */
  readonly differenceCents: number
  readonly unexplained: number
}

export type TieOutState = {
  /** null = there was no comparison yet. */
  readonly last: TieOut | null
  /** A reading is under way. */
  readonly isReading: boolean
  /** Unexplained ones first, oldest first; at most 200. */
  readonly differences: readonly TieOutDifference[]
}

/** The movements of a day by kind. `postageCents`: the part of `cents` that pays for postage. */
export type DaySum = {
  readonly day: Day
  readonly kind: MovementKind
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly cents: number
  readonly postageCents: number
}

/** An account's balance before the month and at its end: what it received less what it gave. */
export type AccountBalance = {
  readonly account: LedgerAccount
  readonly beforeCents: number
  readonly endCents: number
}

export type MonthPayout = ProcessorPayout & {
  readonly transactions: number
  /** The part of the amount that other systems took in. */
  readonly foreignCents: number
  readonly feeCents: number
}

/** What a closing keeps. */
export type MonthFigures = {
  readonly days: readonly DaySum[]
  readonly balances: readonly AccountBalance[]
  readonly payouts: readonly MonthPayout[]
  /** Payments of other systems that use the account. */
  readonly foreign: { readonly transactions: number; readonly netCents: number }
  /** Those of the month and before that were explained. */
  readonly differences: readonly TieOutDifference[]
}

export type Closing = {
  readonly month: string
  readonly by: string
  readonly at: Date
  readonly figures: MonthFigures
}

export type MonthState = {
  readonly isOver: boolean
  /** A reading is under way, which may book something in the month. */
  readonly isReading: boolean
  /** The last comparison reaches to the end of the month. */
  readonly isCompared: boolean
  /** Unexplained differences of the month and before. */
  readonly unexplained: number
  /** An earlier month that is not closed and in which money moved. */
  readonly earlier: string | null
  readonly closing: Closing | null
}

/** A transaction of a payout or month, with what it pays for here. */
export type OwnedTransaction = Omit<BalanceTransaction, 'isMarked'> & {
  readonly owner: 'ours' | 'other'
  readonly payoutId: string | null
  readonly orderCode: string | null
  readonly purchaseId: PurchaseId | null
}

/** A movement of the ledger, with the data under which a bookkeeper files it. */
export type BookedRow = {
  readonly id: number
  readonly at: Date
  readonly day: Day
  readonly kind: MovementKind
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly cents: number
  readonly paymentId: PaymentId | null
  readonly processorId: string | null
  readonly orderCode: string | null
  readonly purchaseId: PurchaseId | null
  /** Number of the invoice, credit note or cancellation. */
  readonly document: string | null
  readonly country: string | null
  /** Hundredths of a percent; null where the document shows no tax. */
  readonly taxRate: number | null
  /** This movement's part of the document's tax; below 0 where it went back to the customer. */
  readonly taxCents: number | null
}

export type CompareStep = {
  readonly startedAt: Date
  readonly quietSeconds: number
}

export type NewClosing = Pick<Closing, 'month' | 'by' | 'figures'>

/** What identifies a difference, and its amounts as they were explained. */
export type DifferenceKey = Pick<
  TieOutDifference,
  'part' | 'objectId' | 'processorCents' | 'ledgerCents'
>

export type NewExplanation = Omit<Explanation, 'at'>

/** Part of the transactions of a payout. */
export type PayoutPart = { readonly limit: number; readonly offset: number }

/** Transactions of a month, from the one after `after`. */
export type TransactionPart = { readonly limit: number; readonly after: OwnedTransaction | null }

/** Movements of a month, from the one after `afterId`. */
export type MovementPart = { readonly limit: number; readonly afterId: number }

export type Books = {
  /** Begins a reading, unless one is under way. */
  readonly requestReading: () => Promise<void>
  /** null = nothing is due, or another worker is reading. */
  readonly claimStep: () => Promise<ReadingStep | null>
  readonly keepTransactions: (
    page: BalancePage<BalanceTransaction>,
    payoutId: string | null,
  ) => Promise<void>
  readonly keepPayouts: (page: BalancePage<ProcessorPayout>) => Promise<void>
  /**
   * Books what is missing in the ledger, compares both and ends the reading. Objects with a movement in the
   * last `quietSeconds` before the reading are left out.
   */
  readonly compare: (
    step: CompareStep,
  ) => Promise<TieOut & { readonly differences: readonly TieOutDifference[] }>
  readonly tieOut: () => Promise<TieOutState>
  /** False when there is no such difference. */
  readonly explain: (which: DifferenceKey, explanation: NewExplanation) => Promise<boolean>
  readonly figures: (month: string) => Promise<MonthFigures>
  readonly monthState: (month: string) => Promise<MonthState>
  /** False when one of the conditions does not hold, or it is closed. */
  readonly close: (closing: NewClosing) => Promise<boolean>
  readonly payout: (id: string) => Promise<MonthPayout | null>
  readonly transactionsOfPayout: (
    id: string,
    part: PayoutPart,
  ) => Promise<readonly OwnedTransaction[]>
  readonly transactionsOfMonth: (
    month: string,
    part: TransactionPart,
  ) => Promise<readonly OwnedTransaction[]>
  readonly movementsOfMonth: (month: string, part: MovementPart) => Promise<readonly BookedRow[]>
}

export type BooksDeps = Pick<BaseDeps, 'log'> & {
  readonly books: Books
  readonly processorBalance: ProcessorBalance
}
