// Data for the pages of a signed-in account.

import type { LogoFacts } from '../../domain/accounts/account-logos.ts'
import type { DeskRole } from '../../domain/accounts/operator.ts'
import type { ApiKeyRecord, ExtensionTokenRecord } from '../../domain/accounts/ports.ts'
import type { Spending } from '../../domain/accounts/spending-limits.ts'
import type { SecondFactorState } from '../../domain/base/caller.ts'
import type { CreditPack } from '../../domain/gift-cards/ports.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { FieldErrors } from '../../html/form-fields.tsx'
import type { ShownGeneration } from './generations.tsx'

/** Page of the account. */
export type AccountSection = 'overview' | 'developer' | 'security'

export type AccountView = {
  readonly email: string
  /** Role of operators and viewers, who see a link to the operator pages. */
  readonly role: DeskRole | null
  readonly secondFactor: SecondFactorState
  readonly card: SavedCard | null
  readonly cardLostAt: Date | null
  readonly spending: Spending
  readonly apiKey: ApiKeyRecord | null
  /** Logo on packing slips. */
  readonly logo: LogoFacts | null
  readonly tokens: readonly ExtensionTokenRecord[]
  /** Balance for generating models. */
  readonly credits: number
  /** Packs of credits for sale. */
  readonly packs: readonly CreditPack[]
  /** Hidden key of the form that buys a pack. */
  readonly formKey: string
  /** Whether generations return sample models because no 3D engine is configured. */
  readonly samples: boolean
  /** Latest generations, newest first. */
  readonly generations: readonly ShownGeneration[]
  /** Latest orders, newest first. */
  readonly orders: readonly Order[]
  /** Newly created secret, which is never shown again. */
  readonly fresh: FreshSecret | null
  /** Entries of a refused token form, and the reasons. */
  readonly tokenForm?: TokenForm
  readonly spendingForm?: SpendingForm
}

export type TokenForm = { readonly name: string; readonly errors: FieldErrors }

/** Entries of a refused spending-limit form, as typed. */
export type SpendingForm = {
  readonly account: string
  readonly apiKey: string
  readonly errors: FieldErrors
}

export type FreshSecret =
  | { readonly kind: 'api_key'; readonly secret: string }
  | { readonly kind: 'extension_token'; readonly secret: string; readonly name: string }
