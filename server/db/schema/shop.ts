// Tables of the shop: baskets, the gallery, gift cards with their ledger, and purchases of gift cards and credits.

import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { BasketId } from '../../domain/base/ids/basket-id.ts'
import type { BasketLineId } from '../../domain/base/ids/basket-line-id.ts'
import type { GiftCardId } from '../../domain/base/ids/gift-card-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { PurchaseGoods } from '../../domain/gift-cards/ports.ts'
import type { LengthUnit, ModelFormat } from '../../domain/models/format.ts'
import type { Created, OwnerId } from './columns.ts'
import type { LineColumns } from './printed-parts.ts'

export type BasketsTable = {
  id: BasketId
  /** Null until the visitor signs in. */
  account_id: AccountId | null
  created_at: Created
  updated_at: Created
}

export type BasketLinesTable = LineColumns & {
  id: BasketLineId
  basket_id: BasketId
  /** Ascending in the order in which lines were added. */
  place: Generated<number>
  seen_cents: number | null
  from_gallery: Generated<boolean>
  /** The last order placed with this line. Once the order is paid, the line is no longer in the basket. */
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
  id: GiftCardId
  code_hash: string
  purchase_id: PurchaseId
  amount_cents: number
  balance_cents: number
  /** Incremented when the card is sent again under another code. */
  round: Generated<number>
  /** When the card was voided. It cannot be spent afterwards. */
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
  gift_card_id: GiftCardId
  kind: GiftCardEntryKind
  /** Negative for a redemption, a reversal and a void. */
  cents: number
  order_id: OrderId | null
  refund_id: RefundId | null
  /** The refund or dispute that took the payment back, for a reversal or a reinstatement. */
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
