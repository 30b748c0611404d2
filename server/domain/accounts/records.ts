// Ports of what is kept about a person: the export of it, the deletion of an account, and the end of the retention.
import type { AccountId } from '../base/caller.ts'

/** What keeps an account from being deleted. */
export type Obstacles = {
  /** Codes of orders that wait for their payment or are being made, at most ten. */
  readonly openOrders: readonly string[]
  /** Codes of orders with a charge or a refund whose outcome is not known. */
  readonly unsettledOrders: readonly string[]
  readonly hasRunningGeneration: boolean
}

/** A kind of record in an export, in the order of the file. */
export type ExportSection = (typeof exportSections)[number]

export const exportSections = [
  'account',
  'orders',
  'orderLines',
  'orderMessages',
  'refunds',
  'tickets',
  'ticketMessages',
  'models',
  'generations',
  'generationJobs',
  'images',
  'gallery',
  'baskets',
  'purchases',
  'giftCardsBought',
  'creditEntries',
  'apiKeys',
  'extensionTokens',
  'sessions',
  'knownDevices',
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
   * One transaction: sign-in, sessions, keys, tokens, basket, models and generations are removed, and the account's row keeps no address,
   * customer or card. Its orders stay. False when there is an obstacle by now: then nothing is changed.
   */
  readonly erase: (accountId: AccountId) => Promise<boolean>
  /**
   * Removes the names, addresses, texts and file names of closed orders that were placed `days` ago or earlier, and of what belongs to
   * them. Amounts and the ledger stay. Returns how many orders; at most `limit`.
   */
  readonly anonymizeOrders: (days: number, limit: number) => Promise<number>
}
