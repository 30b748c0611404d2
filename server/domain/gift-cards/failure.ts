// Failures of buying gift cards and credits.
import type { DebtFailure } from './debt.ts'

export type PurchaseFailure =
  | DebtFailure
  | { readonly kind: 'gift_amount_invalid' }
  | { readonly kind: 'gift_recipient_invalid' }
  | { readonly kind: 'gift_message_too_long'; readonly limit: number }
  /** The account has `limit` open payment pages. `retryAfterSeconds`: time until the oldest page expires. */
  | {
      readonly kind: 'too_many_open_purchases'
      readonly limit: number
      readonly retryAfterSeconds: number
    }
  /** `packs`: the credits of the available packs; empty if none is for sale. */
  | { readonly kind: 'credit_pack_unknown'; readonly packs: readonly number[] }
