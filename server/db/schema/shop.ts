// What the website sells and shows: baskets, the gallery, gift cards with their ledger, and purchases of gift cards and credits.

import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { PaymentId } from '../../domain/base/payment-id.ts'
import type { PurchaseId } from '../../domain/base/purchase-id.ts'
import type { RefundId } from '../../domain/base/refund-id.ts'
import type { PurchaseGoods } from '../../domain/gift-cards/ports.ts'
import type { LengthUnit, ModelFormat } from '../../domain/models/format.ts'
import type { Created, OwnerId } from './columns.ts'
import type { LineColumns } from './printed-parts.ts'

export type BasketsTable = {
  id: string
  /** Null until its visitor signs in. */
  account_id: AccountId | null
  created_at: Created
  updated_at: Created
}

export type BasketLinesTable = LineColumns & {
  id: string
  basket_id: string
  /** Ascending in the order in which lines were added. */
  place: Generated<number>
  seen_cents: number | null
  from_gallery: Generated<boolean>
  /** The order that was placed with it last: once that is paid, the line is not in the basket any more. */
  order_id: OrderId | null
}

export type PurchasesTable = {
  id: PurchaseId
  account_id: OwnerId
  kind: PurchaseGoods['kind']
  amount_cents: number
  credits: number | null
  recipient_email: string | null
  message: string | null
  state: Generated<'open' | 'paid'>
  payment_id: PaymentId | null
  checkout_session_id: string | null
  checked_at: Created
  created_at: Created
  paid_at: Date | null
  /** Whether its billing documents must be checked once it is paid. */
  invoice_due: Generated<boolean>
}

export type GiftCardsTable = {
  id: string
  code_hash: string
  purchase_id: PurchaseId
  amount_cents: number
  balance_cents: number
  /** Raised when it is sent again under another code. */
  round: Generated<number>
  /** When it was voided; it cannot be spent afterwards. */
  voided_at: Date | null
  voided_by: string | null
  created_at: Created
}

export type GiftCardEntryKind =
  | 'issue'
  | 'redeem'
  | 'return'
  | 'refund'
  | 'reversal'
  | 'reinstatement'
  | 'void'

export type GiftCardEntriesTable = {
  id: Generated<number>
  gift_card_id: string
  kind: GiftCardEntryKind
  /** Negative for a redemption, a reversal and a void. */
  cents: number
  order_id: OrderId | null
  refund_id: RefundId | null
  /** The refund or dispute by which the payment went back, for a reversal or a reinstatement. */
  return_id: string | null
  at: Created
}

export type GalleryReportsTable = {
  id: string
  entry_id: string
  reason: string
  created_at: Created
  closed_at: Date | null
  closed_by: string | null
}

export type GalleryEntriesTable = {
  id: string
  generation_id: string
  account_id: OwnerId
  title: string
  model_uri: string
  file_name: string
  sha256: string
  /** bigint, parsed as a number (core/connect.ts). */
  size_bytes: number
  format: ModelFormat
  units: LengthUnit | null
  size_x_mm: number
  size_y_mm: number
  size_z_mm: number
  volume_cm3: number
  published_at: Created
  withdrawn_at: Date | null
  taken_down_at: Date | null
  taken_down_by: string | null
  taken_down_reason: string | null
}
