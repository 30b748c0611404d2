// Accounts, their credentials, and browsers that signed in.

import type { Generated } from 'kysely'
import type { CustomerId } from '../../domain/base/customer-id.ts'
import type { PaymentMethodId } from '../../domain/base/payment-method-id.ts'
import type { Created, OwnerId } from './columns.ts'

export type AccountsTable = {
  id: OwnerId
  email: string
  customer_id: CustomerId | null
  card_payment_method_id: PaymentMethodId | null
  card_brand: string | null
  card_last4: string | null
  card_lost_at: Date | null
  /** When the account was deleted: only what its orders and ledgers refer to is kept. */
  closed_at: Date | null
  credits: Generated<number>
  /** What was paid for the credits that are left, as the ledger has it. */
  credit_value_cents: Generated<number>
  /** Null = no limit. */
  daily_limit_cents: number | null
  /** The API key's own limit; null = none. */
  key_daily_limit_cents: number | null
  /** Defaults of the orders. */
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

/** Requests of programs of an account. */
export type OwnRequestsTable = {
  id: Generated<string>
  account_id: OwnerId
  at: Date
  method: string
  /** As mounted. */
  path: string
  tool: string | null
  status: number
  error_code: string | null
  request_id: string
  ms: number
  /** Whether an Idempotency-Key came with it. */
  has_key: boolean
}

export type SealedKeysTable = {
  /** The purpose of the key. */
  name: string
  secret_id: string
  sealed: string
  created_at: Created
}
