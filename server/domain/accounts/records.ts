// Ports for personal data: export, account deletion and the end of the retention period.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/ids/customer-id.ts'
import type { AccountFailure } from './failure.ts'

/** Reasons why an account cannot be deleted. */
export type Obstacles = {
  /** Codes of orders that await payment or are in production, at most ten. */
  readonly openOrders: readonly string[]
  /** Codes of orders with a charge, refund or dispute whose outcome is unknown. */
  readonly unsettledOrders: readonly string[]
  /** The bank has not decided a dispute about the payment of a gift card or credits. */
  readonly hasDisputedPurchase: boolean
  readonly hasRunningGeneration: boolean
  /** For gift cards and credits whose payment was reversed. */
  readonly owedCents: number
}

/** A kind of record in an export, in file order. */
export type ExportSection = (typeof exportSections)[number]

export const exportSections = [
  'account',
  'logos',
  'orders',
  'orderLines',
  'orderMessages',
  'refunds',
  'webOrders',
  'invoices',
  'tickets',
  'ticketMessages',
  'models',
  'generations',
  'generationJobs',
  'generationUploads',
  'withheldResults',
  'images',
  'gallery',
  'baskets',
  'disputes',
  'purchaseReturns',
  'purchases',
  'giftCardsBought',
  'debts',
  'creditEntries',
  'apiKeys',
  'extensionTokens',
  'sessions',
  'knownDevices',
  'requests',
] as const

export type ErasureOutcome =
  | { readonly kind: 'erased'; readonly customerId: CustomerId | null }
  | { readonly kind: 'kept'; readonly obstacle: AccountFailure }
  | { readonly kind: 'missing' }

export type AccountRecords = {
  /** Returns at most `limit` rows of a section from the `offset`th on, as plain JSON without secrets. */
  readonly exportRows: (
    accountId: AccountId,
    section: ExportSection,
    part: { readonly offset: number; readonly limit: number },
  ) => Promise<readonly unknown[]>
  /**
   * Erases the account in one transaction. Removes sign-in, sessions, keys, tokens, logo, basket, models and generations,
   * and clears the address and card of the account's row. The orders stay. Returns the customer at the processor,
   * which the row names until `forgetCustomer`. Changes nothing if there is an obstacle or no such account.
   */
  readonly erase: (accountId: AccountId) => Promise<ErasureOutcome>
  /** Returns customers of erased accounts that are still to be deleted at the processor. */
  readonly listLeftCustomers: (limit: number) => Promise<readonly CustomerId[]>
  /** Clears the customer of an erased account after its deletion at the processor. */
  readonly forgetCustomer: (customerId: CustomerId) => Promise<void>
  /**
   * Removes the names, addresses, texts and file names of closed orders that were placed `days` ago or earlier, and of
   * their related records. Amounts and the ledger stay. Returns the number of orders, at most `limit`.
   */
  readonly anonymizeOrders: (days: number, limit: number) => Promise<number>
  /** Removes the address and tracking of closed orders imported from another website. */
  readonly anonymizeLegacyOrders: (days: number, limit: number) => Promise<number>
  /** Removes the recipients and messages of gift cards. The cards stay valid. */
  readonly anonymizePurchases: (days: number, limit: number) => Promise<number>
  /**
   * Removes attachments that were uploaded `days` ago or earlier and have no message. Returns how many, at most
   * `limit`.
   */
  readonly removeUnusedAttachments: (days: number, limit: number) => Promise<number>
}
