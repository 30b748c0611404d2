// Ports for data about a person: its export, the deletion of an account, and the end of the retention.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/customer-id.ts'

/** What keeps an account from being deleted. */
export type Obstacles = {
  /** Codes of orders that wait for their payment or are being made, at most ten. */
  readonly openOrders: readonly string[]
  /** Codes of orders with a charge, a refund or a dispute whose outcome is not known. */
  readonly unsettledOrders: readonly string[]
  /** The bank has not decided about the payment of a gift card or credits. */
  readonly hasDisputedPurchase: boolean
  readonly hasRunningGeneration: boolean
  /** For gift cards and credits whose payment went back. */
  readonly owedCents: number
}

/** A kind of record in an export, in the order of the file. */
export type ExportSection = (typeof exportSections)[number]

export const exportSections = [
  'account',
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

export type AccountRecords = {
  readonly findObstacles: (accountId: AccountId) => Promise<Obstacles>
  /** A part of a section, at most `limit` rows from the `offset`th on: plain JSON without secrets. */
  readonly exportRows: (
    accountId: AccountId,
    section: ExportSection,
    part: { readonly offset: number; readonly limit: number },
  ) => Promise<readonly unknown[]>
  /**
   * One transaction: sign-in, sessions, keys, tokens, basket, models and generations are removed, and the account's row keeps no address
   * or card. Its orders stay. Returns the customer at the processor, which the row names until `forgetCustomer`; null when there is an
   * obstacle, in which case nothing is changed.
   */
  readonly erase: (
    accountId: AccountId,
  ) => Promise<{ readonly customerId: CustomerId | null } | null>
  /** Customers of erased accounts, which are still to be deleted at the processor. */
  readonly listLeftCustomers: (limit: number) => Promise<readonly CustomerId[]>
  /** For a customer of an erased account, once it is deleted at the processor. */
  readonly forgetCustomer: (customerId: CustomerId) => Promise<void>
  /**
   * Removes the names, addresses, texts and file names of closed orders that were placed `days` ago or earlier, and of what belongs to
   * them. Amounts and the ledger stay. Returns how many orders; at most `limit`.
   */
  readonly anonymizeOrders: (days: number, limit: number) => Promise<number>
  /** Removes the address and tracking of closed orders of another website. */
  readonly anonymizeLegacyOrders: (days: number, limit: number) => Promise<number>
  /** Removes the recipients of gift cards, and what was written to them. The cards stay valid. */
  readonly anonymizePurchases: (days: number, limit: number) => Promise<number>
  /** Attachments that were uploaded `days` ago or earlier and that no message has. Returns how many; at most `limit`. */
  readonly removeUnusedAttachments: (days: number, limit: number) => Promise<number>
}
