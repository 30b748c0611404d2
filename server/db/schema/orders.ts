// Orders and what belongs to them: history, refunds, mails, idempotency keys, events of the card processor.

import type { Generated } from 'kysely'
import type { Credential } from '../../domain/base/caller.ts'
import type { CustomerId } from '../../domain/base/customer-id.ts'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { PaymentId } from '../../domain/base/payment-id.ts'
import type { PaymentMethodId } from '../../domain/base/payment-method-id.ts'
import type { RefundId } from '../../domain/base/refund-id.ts'
import type { FileUnit } from '../../domain/models/format.ts'
import type { WorkKind } from '../../domain/orders/change.ts'
import type { OrderMailKind } from '../../domain/orders/mail/order-mail.ts'
import type { OrderSource } from '../../domain/orders/order.ts'
import type { ChargeState } from '../../domain/orders/payment.ts'
import type { RefundState } from '../../domain/orders/refund.ts'
import type { OrderStatus } from '../../domain/orders/status.ts'
import type { UnmatchedCause, UnmatchedState } from '../../domain/payments/unmatched.ts'
import type { Created, JsonOrNull, OwnerId } from './columns.ts'
import type { LineColumns, PrintedPartColumns } from './printed-parts.ts'

export type OrdersTable = PrintedPartColumns & {
  id: OrderId
  code: string
  account_id: OwnerId
  source: OrderSource
  status: OrderStatus
  paid: Generated<boolean>
  /** Three sizes of one part. */
  dimensions_mm: number[] | null
  read_unit: FileUnit | null
  note: string | null
  recipient_name: string
  street1: string
  street2: string | null
  city: string
  state: string
  zip: string
  country: string
  email: string
  phone: string | null
  company: string | null
  vat_id: string | null
  purchase_order: string | null
  /** The caller's own; at most 64 characters. */
  reference: string | null
  idempotency_key: string | null
  quote_id: string | null
  /** What placed it; null for orders of the website. */
  credential: Credential | null
  charge_state: ChargeState
  charge_checked_at: Created
  charge_customer_id: CustomerId | null
  charge_payment_method_id: PaymentMethodId | null
  /** Set while a `started` charge waits to be repeated. */
  charge_retry_at: Date | null
  /** How often the charge was retried or looked up at the processor. */
  charge_looks: Generated<number>
  /** When a page last looked the order up at the processor. */
  payment_looked_at: Date | null
  payment_pending: Generated<boolean>
  payment_id: PaymentId | null
  unpaid_reason: string | null
  checkout_session_id: string | null
  checkout_url: string | null
  tracking: JsonOrNull
  /** Incremented by every change that operators see. */
  version: Generated<number>
  refunded_cents: Generated<number>
  /** Requested and not settled yet. */
  refunding_cents: Generated<number>
  /** Amount of open chargebacks. */
  disputed_cents: Generated<number>
  /** What lost disputes took of the payment. */
  lost_cents: Generated<number>
  /** Null, like the other two, unless the order is held. */
  held_reason: string | null
  held_at: Date | null
  held_by: string | null
  /** Commands of its files that an operator has to review; null when there are none. */
  review_findings: JsonOrNull
  /** When and by whom they were reviewed. */
  reviewed_at: Date | null
  reviewed_by: string | null
  /** -1 to 2; see domain/orders/priority.ts. */
  priority: Generated<number>
  /** The promised ship date; null before the order is paid. */
  due_at: Date | null
  line_count: Generated<number>
  /** Sums over all parts of an order of several lines; null for one line. */
  lines_grams: number | null
  lines_centihours: number | null
  /** Machine time of all its parts; null = not known yet. */
  planned_seconds: number | null
  /** What is printed of each part; null = not decided yet, or a sliced file. */
  supports: JsonOrNull
  request_hash: string | null
  gift_card_id: string | null
  gift_cents: Generated<number>
  /** Cents that refunds gave back to the gift card. */
  gift_refunded_cents: Generated<number>
  /** Whether its billing documents have to be looked at once it is paid. False for orders from before migration 0057. */
  invoice_due: Generated<boolean>
  /** When the personal data of the order was removed. */
  anonymized_at: Date | null
  created_at: Created
  updated_at: Created
}

export type OrderEventKind = WorkKind | 'payment' | 'reprint' | 'dispute'

export type OrderEventsTable = {
  id: Generated<number>
  order_id: OrderId
  status: OrderStatus
  by: string
  at: Created
  /** The order's version after the change; null, like the columns that follow, in events from before migration 0008. */
  version: number | null
  from_status: OrderStatus | null
  from_tracking: JsonOrNull
  tracking: JsonOrNull
  refund_id: RefundId | null
  refund_state: StoredRefundState | null
  /** null = status, tracking or a refund. */
  kind: OrderEventKind | null
  /**
   * The reason of a hold, the priority, what was printed again, what became of a payment (cause, step, cents) or a dispute (step, cents).
   */
  detail: string | null
}

/** The lines of orders that have more than one; `place` from 1. */
export type OrderLinesTable = LineColumns & {
  order_id: OrderId
  place: number
  print_cents: number
  grams_per_part: number
  centihours_per_part: number
  /** Machine time of all its parts; null = not known yet. */
  planned_seconds: number | null
  /** What is printed of each part; null = not decided yet, or a sliced file. */
  supports: JsonOrNull
}

/** `partly` is stored as failed with the gift card's part, which the previous release reads as such. */
export type StoredRefundState = Exclude<RefundState, 'partly'>

export type RefundsTable = {
  id: RefundId
  order_id: OrderId
  request_key: string
  /** Null when the gift card gets all of it. */
  payment_id: PaymentId | null
  amount_cents: number
  /** Null in rows of earlier releases, where it equals the amount. */
  requested_cents: number | null
  /** The gift card's part of the amount. 0 once the refund failed without moving it. */
  gift_cents: Generated<number>
  reason: string
  requested_by: string
  state: StoredRefundState
  processor_refund_id: string | null
  failure: string | null
  /** When the bank sent it back after it had succeeded; set by a trigger. */
  returned_at: Date | null
  /** When, by whom and how an operator dealt with a returned refund. */
  resolved_at: Date | null
  resolved_by: string | null
  resolution: string | null
  /** What it is for; null for an amount. */
  lines: JsonOrNull
  /** The postage in the amount. */
  postage_cents: Generated<number>
  created_at: Created
  updated_at: Created
  checked_at: Created
}

export type LegacyOrdersTable = {
  code: string
  email: string | null
  status: OrderStatus
  tracking: JsonOrNull
  created_at: Created
  updated_at: Created
}

export type IdempotencyKeysTable = {
  account_id: OwnerId
  key: string
  request_hash: string
  /** The run of the request that has the claim; null where an earlier release made it. */
  holder: string | null
  /** The stored response; null while the request is running. */
  answer: JsonOrNull
  claimed_at: Created
  created_at: Created
}

export type SpendKeysTable = {
  account_id: OwnerId
  key: string
  request_hash: string
  holder: string
  run_id: string
  /** The kept response as JSON; null while the request is running. */
  answer: string | null
  claimed_at: Created
  created_at: Created
}

/** The columns from `order_code` on are set only while the event is open. */
export type ProcessorEventsTable = {
  id: string
  type: string
  received_at: Created
  state: Generated<'handled' | 'open'>
  order_code: string | null
  /** Or the id of a purchase, where the code says so. */
  order_id: string | null
  payment_id: PaymentId | null
  amount_cents: number | null
  checked_at: Date | null
  /** How often the processor was queried about it. */
  looks: Generated<number>
}

export type UnmatchedPaymentsTable = {
  payment_id: PaymentId
  subject: 'order' | 'purchase'
  subject_id: string | null
  order_code: string | null
  amount_cents: number
  paid_at: Date
  found_at: Created
  marked: boolean
  cause: Generated<UnmatchedCause>
  state: Generated<UnmatchedState>
  automatic: Generated<boolean>
  decided_by: string | null
  reason: string | null
  refund_id: RefundId | null
  refund_attempts: Generated<number>
  refund_started_at: Date | null
  /** When its refund succeeded, which the bank may return later. */
  refunded_at: Date | null
  failure: string | null
  checked_at: Created
  updated_at: Created
}

/** One row. */
export type PaymentSearchesTable = {
  id: number
  due_at: Created
  started_at: Created
  finished_at: Date | null
  after_payment: string | null
}

/** At most one mail of a kind for each order. */
export type EmailKind =
  | OrderMailKind
  /** An operator's message. */
  | `message:${string}`
  /** A notification to the operators; it has no order. */
  | `notice:${string}`
  /** A gift card to its recipient; it has no order. */
  | `gift:${string}`
  /** A generation has ended; it has no order. */
  | `generation:${string}`
  /** A reply to a ticket; it has no order. */
  | `ticket:${string}`

export type EmailsTable = {
  id: string
  order_id: OrderId | null
  kind: EmailKind
  recipient: string
  subject: string
  body: string
  sent_at: Date | null
  /** Whether it has a job in the queue; otherwise a worker polls for it. */
  queued: Generated<boolean>
  /** How often operators had it sent again. */
  resends: Generated<number>
  resent_at: Date | null
  created_at: Created
}
