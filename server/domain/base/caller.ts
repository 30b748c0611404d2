// The sender of a request. The REST and agent endpoints resolve credentials to a caller before any domain call.

declare const accountIdBrand: unique symbol
/** Id of an account: the auth library's user id. */
export type AccountId = string & { readonly [accountIdBrand]: true }

/** The auth library's id of a user is the id of the account: only what reads that id may call this. */
export const accountIdOf = (userId: string) => userId as AccountId

export type Credential = 'api_key' | 'extension_token' | 'session'

/** none = not set up, pending = set up and not given in this session yet. */
export type SecondFactorState = 'none' | 'pending' | 'passed'

export type AccountCaller = {
  readonly kind: 'account'
  readonly accountId: AccountId
  /** Lowercased. */
  readonly email: string
  readonly credential: Credential
  /** Only sessions have one; absent = none is set up. */
  readonly secondFactor?: SecondFactorState
  /** Only sessions have one. */
  readonly signedInAt?: Date
}

export type AnonymousCaller = { readonly kind: 'anonymous'; readonly address: string }

export type Caller = AccountCaller | AnonymousCaller
