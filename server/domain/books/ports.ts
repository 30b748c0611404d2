// The books: the card processor's balance, its comparison with the ledger of money, and closed months.

import type { DisputeId } from '../base/ids/dispute-id.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { PayoutId } from '../base/ids/payout-id.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { Day } from '../base/time/day.ts'
import type { LedgerAccount, MovementKind } from '../money/movement.ts'

/** Subject of a transaction of the processor's balance. `fee`: a fee of the account that belongs to no payment. */
export const transactionSubjects = [
  'charge',
  'refund',
  'dispute',
  'payout',
  'fee',
  'other',
] as const
export type TransactionAbout = (typeof transactionSubjects)[number]

/**
 * A movement of the processor's balance; the processor never changes it. Amounts in cents, negative if they left the
 * balance.
 */
export type BalanceTransaction = {
  readonly id: string
  /** The processor's term, such as `refund_failure`. */
  readonly type: string
  readonly about: TransactionAbout
  /** For a charge: whether it has this deployment's marker. */
  readonly isMarked: boolean
  readonly amountCents: number
  readonly feeCents: number
  /** In lowercase. */
  readonly currency: string
  /** Id of the charge, refund, dispute or payout. */
  readonly sourceId: string | null
  readonly paymentId: PaymentId | null
  readonly createdAt: Date
}

export type ProcessorPayout = {
  readonly id: PayoutId
  readonly amountCents: number
  /** The processor's term. */
  readonly status: string
  /** Whether the payout is automatic. The processor lists the transactions of automatic payouts only. */
  readonly automatic: boolean
  /** Whether the list of transactions is final. */
  readonly isComplete: boolean
  readonly createdAt: Date
  /** Arrival at the bank, as estimated by the processor. */
  readonly arrivesAt: Date
  /** The bank's reason for returning the payout. */
  readonly failure: string | null
}

/** A page of a list, newest first. `next`: id of the object after which the next page begins; null on the last page. */
export type BalancePage<T> = { readonly items: readonly T[]; readonly next: string | null }

/** The processor's balance. Its calls use the upkeep budget. Both methods throw `ProcessorUnavailable`. */
export type ProcessorBalance = {
  /** Lists the transactions since a time, or the transactions in a payout. */
  readonly listTransactions: (
    which: { readonly since: Date } | { readonly payoutId: PayoutId },
    after: string | null,
  ) => Promise<BalancePage<BalanceTransaction>>
  readonly listPayouts: (since: Date, after: string | null) => Promise<BalancePage<ProcessorPayout>>
}

/** The next step of a reading, leased to the caller. */
export type ReadingStep =
  | { readonly phase: 'transactions'; readonly since: Date; readonly after: string | null }
  | { readonly phase: 'payouts'; readonly since: Date; readonly after: string | null }
  | { readonly phase: 'contents'; readonly payoutId: PayoutId; readonly after: string | null }
  | { readonly phase: 'compare'; readonly startedAt: Date }

/** An object whose amounts at the processor and in the ledger differ. */
export type TieOutDifference = {
  readonly part: TransactionAbout
  /**
   * Payment id for `charge`, `refund` and `dispute`; payout id for `payout`; transaction id for `fee` and `other`. For
   * a movement that names none of them: its number.
   */
  readonly objectId: string
  readonly processorCents: number
  readonly ledgerCents: number
  readonly orderCode: string | null
  readonly purchaseId: PurchaseId | null
  readonly disputeId: DisputeId | null
  /** When the first movement took place. */
  readonly movedAt: Date
  readonly foundAt: Date
  readonly explanation: Explanation | null
}

export type Explanation = { readonly text: string; readonly by: string; readonly at: Date }

export type TieOut = {
  readonly at: Date
  /** Later movements were in progress and are not compared. */
  readonly comparedUntil: Date
  readonly compared: number
  /** The processor's total less the ledger's, summed over all objects. */
  readonly differenceCents: number
  readonly unexplained: number
}

export type TieOutState = {
  /** null = no comparison has run. */
  readonly last: TieOut | null
  /** Whether a reading is in progress. */
  readonly isReading: boolean
  /** At most 200; unexplained ones first, then oldest first. */
  readonly differences: readonly TieOutDifference[]
}

/** Sum of a day's movements of one kind. `postageCents`: the part of `cents` that pays for postage. */
export type DaySum = {
  readonly day: Day
  readonly kind: MovementKind
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly cents: number
  readonly postageCents: number
}

/** An account's balance before the month and at its end: amounts received less amounts given. */
export type AccountBalance = {
  readonly account: LedgerAccount
  readonly beforeCents: number
  readonly endCents: number
}

export type MonthPayout = ProcessorPayout & {
  readonly transactions: number
  /** The part of the amount that belongs to other systems. */
  readonly foreignCents: number
  readonly feeCents: number
}

/** Record of a closing. */
export type MonthFigures = {
  readonly days: readonly DaySum[]
  readonly balances: readonly AccountBalance[]
  readonly payouts: readonly MonthPayout[]
  /** Payments of other systems that use the account. */
  readonly foreign: { readonly transactions: number; readonly netCents: number }
  /** Explained differences of this month and earlier months. */
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
  /** Whether a reading is in progress, which can still book movements in the month. */
  readonly isReading: boolean
  /** Whether the last comparison covers the whole month. */
  readonly isCompared: boolean
  /** Unexplained differences of this month and earlier months. */
  readonly unexplained: number
  /** An earlier month with movements that is not closed. */
  readonly earlier: string | null
  readonly closing: Closing | null
}

/** `other`: of another system that uses the account. */
export const transactionOwners = ['ours', 'other'] as const
export type TransactionOwner = (typeof transactionOwners)[number]

/** A transaction of a payout or month, with its order or purchase. */
export type OwnedTransaction = Omit<BalanceTransaction, 'isMarked'> & {
  readonly owner: TransactionOwner
  readonly payoutId: PayoutId | null
  readonly orderCode: string | null
  readonly purchaseId: PurchaseId | null
}

/** A movement of the ledger, with the fields that bookkeeping requires. */
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
  /** In hundredths of a percent; null if the document shows no tax. */
  readonly taxRate: number | null
  /** This movement's part of the document's tax; negative for money returned to the customer. */
  readonly taxCents: number | null
}

export type CompareStep = {
  readonly startedAt: Date
  readonly quietSeconds: number
}

export type NewClosing = Pick<Closing, 'month' | 'by' | 'figures'>

/** Identity of a difference, with its amounts at the time of the explanation. */
export type DifferenceKey = Pick<
  TieOutDifference,
  'part' | 'objectId' | 'processorCents' | 'ledgerCents'
>

export type NewExplanation = Omit<Explanation, 'at'>

/** A range of the transactions of a payout. */
export type PayoutPart = { readonly limit: number; readonly offset: number }

/** A range of the transactions of a month that starts after `after`. */
export type TransactionPart = { readonly limit: number; readonly after: OwnedTransaction | null }

/** A range of the movements of a month that starts after `afterId`. */
export type MovementPart = { readonly limit: number; readonly afterId: number }

export type Books = {
  /** Begins a reading, unless one is in progress. */
  readonly requestReading: () => Promise<void>
  /** Returns null if nothing is due or another worker is reading. */
  readonly claimStep: () => Promise<ReadingStep | null>
  readonly keepTransactions: (
    page: BalancePage<BalanceTransaction>,
    payoutId: PayoutId | null,
  ) => Promise<void>
  readonly keepPayouts: (page: BalancePage<ProcessorPayout>) => Promise<void>
  /**
   * Books movements that the ledger lacks, compares both sides and ends the reading. Skips objects with a movement in
   * the last `quietSeconds` before the reading.
   */
  readonly compare: (
    step: CompareStep,
  ) => Promise<TieOut & { readonly differences: readonly TieOutDifference[] }>
  readonly tieOut: () => Promise<TieOutState>
  /** Returns false if there is no such difference. */
  readonly explain: (which: DifferenceKey, explanation: NewExplanation) => Promise<boolean>
  readonly figures: (month: string) => Promise<MonthFigures>
  readonly monthState: (month: string) => Promise<MonthState>
  /** Returns false if one of the conditions does not hold or the month is already closed. */
  readonly close: (closing: NewClosing) => Promise<boolean>
  readonly payout: (id: PayoutId) => Promise<MonthPayout | null>
  readonly transactionsOfPayout: (
    id: PayoutId,
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
