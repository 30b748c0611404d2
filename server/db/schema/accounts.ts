// Accounts, their credentials, and browsers that signed in.

import type { Generated } from 'kysely'
import type { CustomerId } from '../../domain/base/ids/customer-id.ts'
import type { PaymentMethodId } from '../../domain/base/ids/payment-method-id.ts'
import type { Created, OwnerId } from './columns.ts'

export type AccountsTable = {
  id: OwnerId
  email: string
  customer_id: CustomerId | null
  card_payment_method_id: PaymentMethodId | null
  card_brand: string | null
  card_last4: string | null
  card_lost_at: Date | null
  /** When the account was deleted. Only what its orders and ledgers refer to is kept. */
  closed_at: Date | null
  credits: Generated<number>
  /** Amount paid for the remaining credits, according to the ledger. */
  credit_value_cents: Generated<number>
  /** In cents; null means no limit. */
  daily_limit_cents: number | null
  /** Limit of the API key, in cents; null means none. */
  key_daily_limit_cents: number | null
  /** Defaults for orders. */
  company: string | null
  vat_id: string | null
  purchase_order: string | null
  created_at: Created
}

export type ApiKeysTable = {
  account_id: OwnerId
  key_hash: string
  prefix: string
  created_at: Created
  /** The previous key, while both keys are valid after a rotation. */
  replaced_hash: string | null
  replaced_prefix: string | null
  replaced_until: Date | null
}

export type ExtensionTokensTable = {
  id: string
  account_id: OwnerId
  token_hash: string
  prefix: string
  name: string
  created_at: Created
}

export type KnownDevicesTable = {
  id: string
  account_id: OwnerId
  token_hash: string
  created_at: Created
  used_at: Created
}

/** Logos on the packing slips of an account's orders. */
export type AccountLogosTable = {
  account_id: OwnerId
  png: Buffer
  width: number
  height: number
  updated_at: Date
}

/** Requests of an account's programs. */
export type OwnRequestsTable = {
  id: Generated<string>
  account_id: OwnerId
  at: Date
  method: string
  /** Path of the mounted route. */
  path: string
  tool: string | null
  status: number
  error_code: string | null
  request_id: string
  ms: number
  /** Whether the request had an Idempotency-Key. */
  has_key: boolean
}

export type SealedKeysTable = {
  /** The purpose of the key. */
  name: string
  secret_id: string
  sealed: string
  created_at: Created
}
