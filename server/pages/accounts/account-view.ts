// What the pages of a signed-in account show.
import type { OperatorRole } from '../../domain/accounts/operator.ts'
import type { ApiKeyRecord, ExtensionTokenRecord } from '../../domain/accounts/ports.ts'
import type { Spending } from '../../domain/accounts/spending.ts'
import type { SecondFactorState } from '../../domain/base/caller.ts'
import type { CreditPack } from '../../domain/gift-cards/ports.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { FieldErrors } from '../../html/form-fields.tsx'
import type { ShownGeneration } from './generations.tsx'

/** Which page of the account. */
export type AccountSection = 'overview' | 'developer' | 'security'

export type AccountView = {
  readonly email: string
  /** Operators and viewers get a link to the operator pages. */
  readonly role: OperatorRole | null
  readonly secondFactor: SecondFactorState
  readonly card: SavedCard | null
  readonly cardLostAt: Date | null
  readonly spending: Spending
  readonly apiKey: ApiKeyRecord | null
  readonly tokens: readonly ExtensionTokenRecord[]
  /** The balance for generating models. */
  readonly credits: number
  /** Packs of credits that can be bought. */
  readonly packs: readonly CreditPack[]
  /** The hidden key of the form that buys one. */
  readonly formKey: string
  /** No 3D engine is configured, so generations return sample models. */
  readonly samples: boolean
  /** The newest ones, newest first. */
  readonly generations: readonly ShownGeneration[]
  /** The newest ones, newest first. */
  readonly orders: readonly Order[]
  /** A secret that was just created; it is never shown again. */
  readonly fresh: FreshSecret | null
  /** The entries of a token form that was refused, and the reasons. */
  readonly tokenForm?: TokenForm
  readonly spendingForm?: SpendingForm
}

export type TokenForm = { readonly name: string; readonly errors: FieldErrors }

/** Entries of the form of the spending limits that was refused, as typed. */
export type SpendingForm = {
  readonly account: string
  readonly apiKey: string
  readonly errors: FieldErrors
}

export type FreshSecret =
  | { readonly kind: 'api_key'; readonly secret: string }
  | { readonly kind: 'extension_token'; readonly secret: string; readonly name: string }
