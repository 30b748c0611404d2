// What accounts need from the outside: the account's record, its card and credentials, and the website's sessions.

import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { PaymentDeps, SavedCard } from '../payments/ports.ts'

export type AccountRecord = {
  readonly id: AccountId
  readonly email: string
  readonly customerId: string | null
  readonly card: SavedCard | null
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
  /** First writer wins; answers the customer id that is stored afterwards. */
  readonly linkCustomer: (accountId: AccountId, customerId: string) => Promise<string>
  /** Keyed by customer, because that is all a processor event knows. false = no such customer. */
  readonly saveCard: (card: SavedCard) => Promise<boolean>
  /** Forgets the card when it is the saved one. */
  readonly removeCard: (paymentMethodId: string) => Promise<void>

  readonly findByApiKeyHash: (hash: string) => Promise<AccountCaller | null>
  readonly findByExtensionTokenHash: (hash: string) => Promise<AccountCaller | null>
  readonly readApiKey: (accountId: AccountId) => Promise<ApiKeyRecord | null>
  /** Replaces the account's key in one statement; the old one stops working at once. */
  readonly replaceApiKey: (
    accountId: AccountId,
    hash: string,
    prefix: string,
  ) => Promise<ApiKeyRecord>
  readonly deleteApiKey: (accountId: AccountId) => Promise<void>
  /** null = the account already has `most` tokens. */
  readonly addExtensionToken: (
    accountId: AccountId,
    token: { id: string; hash: string; prefix: string; name: string },
    most: number,
  ) => Promise<ExtensionTokenRecord | null>
  readonly listExtensionTokens: (accountId: AccountId) => Promise<readonly ExtensionTokenRecord[]>
  /** false = not this account's token. */
  readonly deleteExtensionToken: (accountId: AccountId, id: string) => Promise<boolean>
}

/** Browsers that signed in before (known-devices.ts). Addresses are lowercased, hashes are of tokens. */
export type KnownDevices = {
  /** The device of one of the hashes that signed in to the account of this address within so many days. */
  readonly find: (
    email: string,
    hashes: readonly string[],
    days: number,
  ) => Promise<{ readonly id: string; readonly hash: string } | null>
  /** Inserts the device or gives it its new hash, and keeps the `most` of the account that signed in last. */
  readonly remember: (
    email: string,
    device: { readonly id: string; readonly hash: string },
    most: number,
  ) => Promise<void>
  readonly forgetAll: (email: string) => Promise<void>
}

/** Reads the website's session cookie. */
export type Sessions = { readonly read: (headers: Headers) => Promise<AccountCaller | null> }

export type AccountDeps = LimitDeps &
  PaymentDeps & {
    readonly accounts: Accounts
    readonly sessions: Sessions
    readonly knownDevices: KnownDevices
    /** Whether a password is one of those that people choose most, in any case of letters. */
    readonly isCommonPassword: (password: string) => boolean
    /** Lowercased. */
    readonly operatorEmails: ReadonlySet<string>
    /** Compared with the x-internal-key header; null = none configured, nothing passes. */
    readonly internalKey: string | null
  }
