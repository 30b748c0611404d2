// Accounts, their credentials, and browsers that signed in.
import type { Generated } from 'kysely'
import type { Created, OwnerId } from './columns.ts'

export type AccountsTable = {
  id: OwnerId
  email: string
  customer_id: string | null
  card_payment_method_id: string | null
  card_brand: string | null
  card_last4: string | null
  credits: Generated<number>
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
