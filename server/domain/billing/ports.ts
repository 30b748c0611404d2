// Ports of invoices and credit notes.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/ids/order-id.ts'
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
   * Makes the due documents of orders and purchases in one transaction, in order of payment, at most `limit`. Skips
   * payments of the last `quietSeconds`, because an earlier payment may not be committed yet. Returns how many orders
   * and purchases were processed; also 0 while another worker issues documents.
   */
  readonly issueDue: (request: IssueRequest, make: MakeDocuments) => Promise<number>
  readonly readByNumber: (number: DocumentNumber) => Promise<BillingDocument | null>
  /** Returns the documents in order of issue. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly BillingDocument[]>
  /** Returns the newest documents first. */
  readonly listByAccount: (
    accountId: AccountId,
    part: DocumentsPart,
  ) => Promise<readonly BillingDocument[]>
  /** Returns the documents that were issued in the month, in order of issue. */
  readonly listByMonth: (month: Month, part: DocumentsPart) => Promise<readonly BillingDocument[]>
  readonly sumMonth: (month: Month) => Promise<MonthSums>
}

export type MonthSums = {
  readonly documents: number
  /** Invoices and cancellations, less credit notes. Documents without tax come last. Gift cards have no country. */
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
