// Refusals of buying gift cards and credits.
import type { DebtFailure } from './debt.ts'

export type PurchaseFailure =
  | DebtFailure
  | { readonly kind: 'gift_amount_invalid' }
  | { readonly kind: 'gift_recipient_invalid' }
  | { readonly kind: 'gift_message_too_long'; readonly limit: number }
  /** The account has `limit` payment pages open. `retryAfterSeconds`: until the oldest page ends. */
  | {
      readonly kind: 'too_many_open_purchases'
      readonly limit: number
      readonly retryAfterSeconds: number
    }
  /** `packs`: the credits of the packs that can be bought; empty when none is sold. */
  | { readonly kind: 'credit_pack_unknown'; readonly packs: readonly number[] }
