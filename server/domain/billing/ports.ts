// Ports of invoices and credit notes.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { BillingDocument, DocumentNumber } from './document.ts'
import type { BillingFacts, BillingSettings, Numbering } from './make-documents.ts'

/** A calendar month of TIME_ZONE, such as 2026-11. */
export type Month = string

export type DocumentsPart = { readonly limit: number; readonly offset?: number }

export type IssueRequest = { readonly limit: number; readonly quietSeconds: number }

export type MakeDocuments = (
  facts: BillingFacts,
  numbering: Numbering,
) => readonly BillingDocument[]

export type BillingDocuments = {
  /**
   * One transaction: makes the documents of the orders and purchases that are due, in the order of their payments, at most `limit` of
   * them. Payments of the last `quietSeconds` wait, because an earlier one may not be committed yet. Returns how many orders and
   * purchases were processed; 0 also while another worker issues documents.
   */
  readonly issueDue: (request: IssueRequest, make: MakeDocuments) => Promise<number>
  readonly readByNumber: (number: DocumentNumber) => Promise<BillingDocument | null>
  /** In the order of their issue. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly BillingDocument[]>
  /** Newest first. */
  readonly listByAccount: (
    accountId: AccountId,
    part: DocumentsPart,
  ) => Promise<readonly BillingDocument[]>
  /** Those that were issued in the month, in the order of their issue. */
  readonly listByMonth: (month: Month, part: DocumentsPart) => Promise<readonly BillingDocument[]>
  readonly sumMonth: (month: Month) => Promise<MonthSums>
}

export type MonthSums = {
  readonly documents: number
  /** Invoices and cancellations, less credit notes; those that show no tax last. Gift cards have no country. */
  readonly byRate: readonly {
    readonly country: string | null
    readonly rate: number | null
    readonly totalCents: number
    readonly taxCents: number
  }[]
}

export type BillingDeps = {
  readonly billing: BillingSettings
  readonly billingDocuments: BillingDocuments
}
