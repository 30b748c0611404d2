// The sender of a request. The REST and agent endpoints resolve credentials to a caller before any domain call.

declare const accountIdBrand: unique symbol
/** Account id: the auth library's user id. */
export type AccountId = string & { readonly [accountIdBrand]: true }

/** Brands the auth library's user id as an account id. Only code that reads the auth library's ids may call it. */
export const accountIdOf = (userId: string) => userId as AccountId

/** Returns the id, or null for a text that no account has as its id. */
export const parseAccountId = (text: string): AccountId | null =>
  /^[\w-]{1,64}$/.test(text) ? accountIdOf(text) : null

export type Credential = 'api_key' | 'extension_token' | 'session'

/** none = not set up, pending = set up but not entered in this session. */
export type SecondFactorState = 'none' | 'pending' | 'passed'

export type AccountCaller = {
  readonly kind: 'account'
  readonly accountId: AccountId
  /** Lowercased. */
  readonly email: string
  readonly credential: Credential
  /** Only sessions have a second factor; absent = none is set up. */
  readonly secondFactor?: SecondFactorState
  /** Present on sessions only. */
  readonly signedInAt?: Date
}

export type AnonymousCaller = { readonly kind: 'anonymous'; readonly address: string }

export type Caller = AccountCaller | AnonymousCaller
