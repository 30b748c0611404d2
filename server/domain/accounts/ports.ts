// Ports of accounts: records, cards, credentials, known devices and sessions.

import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/ids/customer-id.ts'
import type { PaymentMethodId } from '../base/ids/payment-method-id.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { PaymentDeps, SavedCard } from '../payments/ports.ts'
import type { AccountLogos, FitLogo } from './account-logos.ts'
import type { BuyerDetails } from './buyer.ts'
import type { OwnRequests } from './noted-requests.ts'
import type { AccountRecords } from './records.ts'
import type { Spending, SpendingLimits } from './spending-limits.ts'

/** Thrown by a write for a deleted account. The write had no effect. */
export class AccountClosed extends Error {
  override readonly name = 'AccountClosed'
}

export type AccountRecord = {
  readonly id: AccountId
  readonly email: string
  readonly customerId: CustomerId | null
  readonly card: SavedCard | null
  /** The default buyer fields of the account's orders. */
  readonly buyer: BuyerDetails
  /** When the processor lost the saved card together with its customer; null after another card is saved. */
  readonly cardLostAt: Date | null
}

export type ApiKeyRecord = {
  readonly prefix: string
  readonly createdAt: Date
  /** The previous key, while both work; null after it expired. */
  readonly replaced: ReplacedApiKey | null
}
export type ReplacedApiKey = { readonly prefix: string; readonly validUntil: Date }
export type ExtensionTokenRecord = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
}

export type Accounts = {
  readonly read: (accountId: AccountId) => Promise<AccountRecord | null>
  /** Stores the customer id unless the account already has one. Returns the stored id. */
  readonly linkCustomer: (accountId: AccountId, customerId: CustomerId) => Promise<CustomerId>
  /**
   * Replaces the customer `former`, whose card is lost. Returns the stored id, which a concurrent call may have
   * replaced first.
   */
  readonly replaceCustomer: (
    accountId: AccountId,
    customer: { readonly former: CustomerId; readonly created: CustomerId },
  ) => Promise<CustomerId>
  /** Removes the card of a customer that the processor no longer has. The customer is replaced on its next use. */
  readonly loseCard: (customerId: CustomerId) => Promise<void>
  /**
   * Finds the account by the card's customer, because processor events do not name an account. Returns false if no
   * account has the customer.
   */
  readonly saveCard: (card: SavedCard) => Promise<boolean>
  /** Does nothing for any other card than the saved one. */
  readonly removeCard: (paymentMethodId: PaymentMethodId) => Promise<void>
  readonly readSpending: (accountId: AccountId) => Promise<Spending>
  readonly setSpendingLimits: (accountId: AccountId, limits: SpendingLimits) => Promise<void>
  readonly setBuyer: (accountId: AccountId, buyer: BuyerDetails) => Promise<void>

  /** `email` is lowercased. */
  readonly findIdByEmail: (email: string) => Promise<AccountId | null>
  readonly findByApiKeyHash: (hash: string) => Promise<AccountCaller | null>
  readonly findByExtensionTokenHash: (hash: string) => Promise<AccountCaller | null>
  readonly readApiKey: (accountId: AccountId) => Promise<ApiKeyRecord | null>
  /**
   * Replaces the key in one statement. The current key works for `overlapHours` more, or stops immediately without
   * them. A key that was replaced earlier stops immediately in either case.
   */
  readonly replaceApiKey: (
    accountId: AccountId,
    hash: string,
    prefix: string,
    overlapHours?: number,
  ) => Promise<ApiKeyRecord>
  readonly deleteApiKey: (accountId: AccountId) => Promise<void>
  /** Returns null if the account already has `maxTokens` tokens. */
  readonly addExtensionToken: (
    accountId: AccountId,
    token: { id: string; hash: string; prefix: string; name: string },
    maxTokens: number,
  ) => Promise<ExtensionTokenRecord | null>
  readonly listExtensionTokens: (accountId: AccountId) => Promise<readonly ExtensionTokenRecord[]>
  /** Returns false if the account has no such token. */
  readonly deleteExtensionToken: (accountId: AccountId, id: string) => Promise<boolean>
}

/** Browsers that have signed in (known-devices.ts). Emails are lowercased; hashes are hashes of tokens. */
export type KnownDevices = {
  /** Returns the device with one of the hashes that signed in to the account with this email in the last `days` days. */
  readonly find: (
    email: string,
    hashes: readonly string[],
    days: number,
  ) => Promise<{ readonly id: string; readonly hash: string } | null>
  /** Inserts the device or updates its hash. Keeps the account's `maxDevices` most recent devices. */
  readonly remember: (
    email: string,
    device: { readonly id: string; readonly hash: string },
    maxDevices: number,
  ) => Promise<void>
  readonly forgetAll: (email: string) => Promise<void>
}

/** The second factors of operators and viewers. Emails are lowercased. */
export type SecondFactors = {
  /** Returns the addresses that have an account, and whether its second factor is set up. */
  readonly listOwners: (
    emails: readonly string[],
  ) => Promise<readonly { readonly email: string; readonly hasFactor: boolean }[]>
  /** Removes the factor and ends all sessions of the account. Returns false if the account has no factor. */
  readonly reset: (email: string) => Promise<boolean>
}

/** Reads the website's session cookie. */
export type Sessions = { readonly read: (headers: Headers) => Promise<AccountCaller | null> }

export type AccountDeps = LimitDeps &
  PaymentDeps & {
    readonly accounts: Accounts
    readonly accountLogos: AccountLogos
    readonly fitLogo: FitLogo
    readonly accountRecords: AccountRecords
    /** Number of days after which the personal data of a closed order is removed. */
    readonly retentionDays: number
    readonly sessions: Sessions
    readonly knownDevices: KnownDevices
    readonly ownRequests: OwnRequests
    readonly secondFactors: SecondFactors
    /** Whether the password is on the list of common passwords, in any letter case. */
    readonly isCommonPassword: (password: string) => boolean
    /** Lowercased. */
    readonly operatorEmails: ReadonlySet<string>
    /** Lowercased. Viewers have read-only access to the desk. */
    readonly viewerEmails: ReadonlySet<string>
    /** Whether operators and viewers must set up a second factor to access the desk. */
    readonly isSecondFactorRequired: boolean
    /** The expected x-internal-key header; null = not configured, so that every request is refused. */
    readonly internalKey: string | null
    /** Accepted in addition to `internalKey` during a rotation. */
    readonly previousInternalKey: string | null
  }
