// Ports of accounts: records, cards, credentials, known devices and sessions.

import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/customer-id.ts'
import type { PaymentMethodId } from '../base/payment-method-id.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { PaymentDeps, SavedCard } from '../payments/ports.ts'
import type { BuyerDetails } from './buyer.ts'
import type { OwnRequests } from './own-requests.ts'
import type { AccountRecords } from './records.ts'
import type { Spending, SpendingLimits } from './spending.ts'

/** Thrown by a write for an account that was deleted: nothing was written. */
export class AccountClosed extends Error {
  override readonly name = 'AccountClosed'
}

export type AccountRecord = {
  readonly id: AccountId
  readonly email: string
  readonly customerId: CustomerId | null
  readonly card: SavedCard | null
  /** The buyer's fields that its orders have by default. */
  readonly buyer: BuyerDetails
  /** When the processor lost the saved card together with its customer; null once another card is saved. */
  readonly cardLostAt: Date | null
}

export type ApiKeyRecord = { readonly prefix: string; readonly createdAt: Date }
export type ExtensionTokenRecord = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
}

export type Accounts = {
  readonly read: (accountId: AccountId) => Promise<AccountRecord | null>
  /** Stores the customer id unless there is one already. Returns the stored id. */
  readonly linkCustomer: (accountId: AccountId, customerId: CustomerId) => Promise<CustomerId>
  /** Replaces the customer `former`, whose card is lost. Returns the stored id, which another call may have replaced before. */
  readonly replaceCustomer: (
    accountId: AccountId,
    customer: { readonly former: CustomerId; readonly created: CustomerId },
  ) => Promise<CustomerId>
  /** Removes the card of a customer that the processor no longer has. The customer is replaced when it is needed again. */
  readonly loseCard: (customerId: CustomerId) => Promise<void>
  /** Finds the account by the card's customer, because processor events name no account. False when there is no such customer. */
  readonly saveCard: (card: SavedCard) => Promise<boolean>
  /** Does nothing unless this is the saved card. */
  readonly removeCard: (paymentMethodId: PaymentMethodId) => Promise<void>
  readonly readSpending: (accountId: AccountId) => Promise<Spending>
  readonly setSpendingLimits: (accountId: AccountId, limits: SpendingLimits) => Promise<void>
  readonly setBuyer: (accountId: AccountId, buyer: BuyerDetails) => Promise<void>

  /** `email` is lowercased. */
  readonly findIdByEmail: (email: string) => Promise<AccountId | null>
  readonly findByApiKeyHash: (hash: string) => Promise<AccountCaller | null>
  readonly findByExtensionTokenHash: (hash: string) => Promise<AccountCaller | null>
  readonly readApiKey: (accountId: AccountId) => Promise<ApiKeyRecord | null>
  /** One statement: the old key stops working at once. */
  readonly replaceApiKey: (
    accountId: AccountId,
    hash: string,
    prefix: string,
  ) => Promise<ApiKeyRecord>
  readonly deleteApiKey: (accountId: AccountId) => Promise<void>
  /** null when the account has `maxTokens` tokens already. */
  readonly addExtensionToken: (
    accountId: AccountId,
    token: { id: string; hash: string; prefix: string; name: string },
    maxTokens: number,
  ) => Promise<ExtensionTokenRecord | null>
  readonly listExtensionTokens: (accountId: AccountId) => Promise<readonly ExtensionTokenRecord[]>
  /** False when the account has no such token. */
  readonly deleteExtensionToken: (accountId: AccountId, id: string) => Promise<boolean>
}

/** Browsers that signed in before (known-devices.ts). Emails are lowercased; hashes are those of tokens. */
export type KnownDevices = {
  /** The device with one of the hashes that signed in to the account with this email in the last `days` days. */
  readonly find: (
    email: string,
    hashes: readonly string[],
    days: number,
  ) => Promise<{ readonly id: string; readonly hash: string } | null>
  /** Inserts the device or updates its hash, and keeps the `maxDevices` of the account that signed in last. */
  readonly remember: (
    email: string,
    device: { readonly id: string; readonly hash: string },
    maxDevices: number,
  ) => Promise<void>
  readonly forgetAll: (email: string) => Promise<void>
}

/** The second factors of operators and viewers. Emails are lowercased. */
export type SecondFactors = {
  /** Those of the addresses that have an account, and whether its factor is set up. */
  readonly listOwners: (
    emails: readonly string[],
  ) => Promise<readonly { readonly email: string; readonly hasFactor: boolean }[]>
  /** Removes the factor and ends all sessions of the account. False when it has no factor. */
  readonly reset: (email: string) => Promise<boolean>
}

/** Reads the website's session cookie. */
export type Sessions = { readonly read: (headers: Headers) => Promise<AccountCaller | null> }

export type AccountDeps = LimitDeps &
  PaymentDeps & {
    readonly accounts: Accounts
    readonly accountRecords: AccountRecords
    /** After how many days the personal data of a closed order is removed. */
    readonly retentionDays: number
    readonly sessions: Sessions
    readonly knownDevices: KnownDevices
    readonly ownRequests: OwnRequests
    readonly secondFactors: SecondFactors
    /** Whether the password is on the list of common ones, in any letter case. */
    readonly isCommonPassword: (password: string) => boolean
    /** Lowercased. */
    readonly operatorEmails: ReadonlySet<string>
    /** Lowercased; they read the desk and change nothing. */
    readonly viewerEmails: ReadonlySet<string>
    /** Whether operators and viewers have to set up a second factor before they read the desk. */
    readonly secondFactorRequired: boolean
    /** The expected x-internal-key header; null = not configured, so every request is refused. */
    readonly internalKey: string | null
    /** Accepted in addition to `internalKey` while it is being changed. */
    readonly previousInternalKey: string | null
  }
