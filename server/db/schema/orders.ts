// Orders with their history, refunds, mails and idempotency keys, and events of the card processor.

import type { Generated } from 'kysely'
import type { Credential } from '../../domain/base/caller.ts'
import type { CustomerId } from '../../domain/base/ids/customer-id.ts'
import type { GiftCardId } from '../../domain/base/ids/gift-card-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { PaymentMethodId } from '../../domain/base/ids/payment-method-id.ts'
import type { QuoteId } from '../../domain/base/ids/quote-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { FileUnit } from '../../domain/models/format.ts'
import type { MailKind } from '../../domain/operators/mail-kind.ts'
import type { WorkKind } from '../../domain/orders/history/change.ts'
import type { OrderSource } from '../../domain/orders/record/order.ts'
import type { ChargeState } from '../../domain/orders/record/payment.ts'
import type { OrderStatus } from '../../domain/orders/record/status.ts'
import type { UnpaidCause } from '../../domain/orders/record/unpaid-reasons.ts'
import type { RefundState } from '../../domain/orders/reversals/refund.ts'
import type {
  PaymentSubject,
  UnmatchedCause,
  UnmatchedState,
} from '../../domain/payments/unmatched.ts'
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
  /** The caller's reference, at most 64 characters. */
  reference: string | null
  /** The version of the terms that priced the order, from `farm_terms`; null means the contract's. */
  terms_id: number | null
  idempotency_key: string | null
  quote_id: QuoteId | null
  /** Kind of the credential that placed the order; null for web orders. */
  credential: Credential | null
  charge_state: ChargeState
  charge_checked_at: Created
  charge_customer_id: CustomerId | null
  charge_payment_method_id: PaymentMethodId | null
  /** Set while a `started` charge waits for its retry. */
  charge_retry_at: Date | null
  /** Number of retries and lookups of the charge at the processor. */
  charge_looks: Generated<number>
  /** When a page last looked the order up at the processor. */
  payment_looked_at: Date | null
  payment_pending: Generated<boolean>
  payment_id: PaymentId | null
  /** Null if `unpaid_reason` contains the card processor's text. */
  unpaid_cause: UnpaidCause | null
  unpaid_reason: string | null
  checkout_session_id: string | null
  checkout_url: string | null
  tracking: JsonOrNull
  /** Incremented by every change that operators see. */
  version: Generated<number>
  refunded_cents: Generated<number>
  /** Requested refunds that are not settled yet. */
  refunding_cents: Generated<number>
  /** Amount of open chargebacks. */
  disputed_cents: Generated<number>
  /** Amount that lost disputes took of the payment. */
  lost_cents: Generated<number>
  /** Null unless the order is held, like the next two columns. */
  held_reason: string | null
  held_at: Date | null
  held_by: string | null
  /** Commands in the files that an operator must review; null when there are none. */
  review_findings: JsonOrNull
  /** When the commands were reviewed, and who reviewed them. */
  reviewed_at: Date | null
  reviewed_by: string | null
  /** -1 to 2. See domain/orders/record/priority.ts. */
  priority: Generated<number>
  /** The promised ship date; null before the order is paid. */
  due_at: Date | null
  line_count: Generated<number>
  /** Sums over all parts of an order of several lines; null for one line. */
  lines_grams: number | null
  lines_centihours: number | null
  /** Machine time of all parts, in seconds; null means not known yet. */
  planned_seconds: number | null
  /** How each part is printed; null means not decided yet, or an already-sliced file. */
  supports: JsonOrNull
  request_hash: string | null
  gift_card_id: GiftCardId | null
  gift_cents: Generated<number>
  /** Cents that refunds returned to the gift card. */
  gift_refunded_cents: Generated<number>
  /** Whether the billing documents must be checked once the order is paid. False for orders older than migration 0057. */
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
  /** The order's version after the change. Null in events older than migration 0008, like the following columns. */
  version: number | null
  from_status: OrderStatus | null
  from_tracking: JsonOrNull
  tracking: JsonOrNull
  refund_id: RefundId | null
  refund_state: StoredRefundState | null
  /** Null for a status, tracking or refund event. */
  kind: OrderEventKind | null
  /** The reason of a hold, the priority, the reprinted parts, or the outcome of a payment or a dispute (cause, step, cents). */
  detail: string | null
}

/** The lines of orders with more than one line. `place` starts at 1. */
export type OrderLinesTable = LineColumns & {
  order_id: OrderId
  place: number
  print_cents: number
  grams_per_part: number
  centihours_per_part: number
  /** Machine time of all parts, in seconds; null means not known yet. */
  planned_seconds: number | null
  /** How each part is printed; null means not decided yet, or an already-sliced file. */
  supports: JsonOrNull
  dimensions_mm: number[] | null
  read_unit: FileUnit | null
}

/** `partly` is stored as failed with the gift card's part; the previous release reads it the same way. */
export type StoredRefundState = Exclude<RefundState, 'partly'>

export type RefundsTable = {
  id: RefundId
  order_id: OrderId
  request_key: string
  /** Null when the gift card receives the complete amount. */
  payment_id: PaymentId | null
  amount_cents: number
  /** Null in rows of earlier releases, where it equals the amount. */
  requested_cents: number | null
  /** The gift card's part of the amount. 0 if the refund failed without moving it. */
  gift_cents: Generated<number>
  reason: string
  requested_by: string
  state: StoredRefundState
  processor_refund_id: string | null
  failure: string | null
  /** When the bank returned it after its success. Set by a trigger. */
  returned_at: Date | null
  /** When a returned refund was resolved, by which operator, and how. */
  resolved_at: Date | null
  resolved_by: string | null
  resolution: string | null
  /** The refunded items; null for a refund of an amount. */
  lines: JsonOrNull
  /** Postage included in the amount. */
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
  /** The run of the request that holds the claim; null if an earlier release made it. */
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
  /** The stored response as JSON; null while the request is running. */
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
  /** Contains the id of a purchase when the code is a purchase's. */
  order_id: string | null
  payment_id: PaymentId | null
  amount_cents: number | null
  checked_at: Date | null
  /** Number of queries to the processor about the event. */
  looks: Generated<number>
}

export type UnmatchedPaymentsTable = {
  payment_id: PaymentId
  subject: PaymentSubject
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

/** A single row. */
export type PaymentSearchesTable = {
  id: number
  due_at: Created
  started_at: Created
  finished_at: Date | null
  after_payment: string | null
}

export type EmailsTable = {
  id: string
  order_id: OrderId | null
  kind: MailKind
  recipient: string
  subject: string
  body: string
  sent_at: Date | null
  /** Whether it has a job in the queue; otherwise a worker polls for it. */
  queued: Generated<boolean>
  /** Number of times that operators resent the mail. */
  resends: Generated<number>
  resent_at: Date | null
  created_at: Created
}
