// Refusals of submitting, changing, refunding and reading orders, as facts. The texts are in server/http/refusals (REST) and
// mcp/tools/refusal.ts (agents).
import type { BuyerFailure } from '../accounts/buyer.ts'
import type { AccountFailure } from '../accounts/failure.ts'
import type { SpendingScope } from '../accounts/spending.ts'
import type { FieldUnknown } from '../base/field-names.ts'
import type { CountryFailure } from '../catalog/countries.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { OrderChange } from './change.ts'
import type { ReviewFinding } from './file-review.ts'
import type { ReferenceFailure } from './reference.ts'
import type { RefundSplit } from './refund.ts'

/** Refusals of POST /api/print/orders, besides those of its file and its measurement. */
export type OrderFailure =
  | ModelFailure
  | MeasurementFailure
  | { readonly kind: 'shipping_fields_missing'; readonly fields: readonly string[] }
  | CountryFailure
  | { readonly kind: 'order_material_unknown' }
  | { readonly kind: 'order_quality_unknown' }
  | { readonly kind: 'total_below_minimum' }
  | { readonly kind: 'order_not_found' }
  /** The account was deleted while the request ran. No order was written and nothing charged. */
  | Extract<AccountFailure, { kind: 'api_key_required' | 'session_required' }>
  | SubmitFailure

/** Refusals of a submit that are not in the contract's table (README.md). */
export type SubmitFailure =
  | { readonly kind: 'address_field_too_long'; readonly field: string; readonly limit: number }
  | { readonly kind: 'order_email_invalid' }
  | BuyerFailure
  | ReferenceFailure
  | FieldUnknown
  | { readonly kind: 'field_repeated'; readonly field: string }
  /** A field was sent under both of its names, with different values. */
  | { readonly kind: 'field_aliases_differ'; readonly names: readonly [string, string] }
  | { readonly kind: 'field_sent_as_file'; readonly field: string }
  /** `dryRun` is neither true nor false. */
  | { readonly kind: 'dry_run_invalid' }
  /** `maxTotal` is not an amount in dollars. */
  | { readonly kind: 'max_total_invalid' }
  /** The order costs more than the caller's `maxTotal`. Nothing was stored or charged. */
  | {
      readonly kind: 'above_max_total'
      readonly totalCents: number
      readonly maxTotalCents: number
    }
  /** The order would exceed a spending limit. No order was written and nothing charged. */
  | {
      readonly kind: 'spending_limit_reached'
      readonly scope: SpendingScope
      readonly limitCents: number
      readonly leftCents: number
      readonly totalCents: number
      readonly resetsAt: Date
    }
  /** No order was written and nothing charged. `transient`: the same request may succeed later. */
  | { readonly kind: 'order_not_written'; readonly transient: boolean }
  /**
   * The order exists (`code`) or may exist (`code` null), and it is not known whether it was charged. The request must not be
   * submitted again as a new one. `withoutKey`: nor can it be repeated under its Idempotency-Key, because it had none.
   */
  | {
      readonly kind: 'order_unconfirmed'
      readonly code: string | null
      readonly withoutKey?: boolean
    }

/** Refusals of reading orders over REST, besides an order that is not found. */
export type ReadFailure = { readonly kind: 'wait_invalid' }

export type StatusFailure =
  | { readonly kind: 'status_invalid' }
  | { readonly kind: 'web_status_invalid' }
  | { readonly kind: 'order_unpaid' }
  /** The order is unpaid; the request may contain `unpaid: true`. */
  | { readonly kind: 'order_unpaid_unsaid' }
  /** A closed order is not opened again after it was refunded in full. */
  | { readonly kind: 'order_refunded' }
  /** The order was refunded in full; the request may contain `unpaid: true`. */
  | { readonly kind: 'order_refunded_unsaid' }
  /** A change of status has to name the version that it is based on (decisions.md 49). */
  | { readonly kind: 'order_version_missing' }
  /** A paid order is not closed until the request states what happens to the payment (decisions.md 49). */
  | { readonly kind: 'refund_unsaid'; readonly leftCents: number }
  /** A refund was sent with a status that closes nothing. */
  | { readonly kind: 'refund_not_closing' }
  /** `reason`: the operator's. */
  | { readonly kind: 'order_held'; readonly reason: string }
  /** A file of it has a command that an operator has to review; `finding` is the first one. */
  | { readonly kind: 'order_needs_review'; readonly finding: ReviewFinding }
  /** The order has changed since the version that the caller saw. */
  | {
      readonly kind: 'order_changed'
      readonly version: number
      readonly changes: readonly OrderChange[]
    }
  | { readonly kind: 'tracking_required' }
  | { readonly kind: 'tracking_contradicts' }
  | { readonly kind: 'print_job_not_running'; readonly status: string }

export type RefundFailure =
  | { readonly kind: 'refund_unpaid' }
  | { readonly kind: 'refund_too_large'; readonly leftCents: number }
  /** The card's bank disputes the payment: the processor refunds nothing of it until the dispute ends. */
  | { readonly kind: 'refund_disputed' }
  /** The number of lines that the order has. */
  | { readonly kind: 'order_line_unknown'; readonly lines: number }
  /** `of`: the parts of the line; `left`: those without a refund. */
  | {
      readonly kind: 'refund_parts_left'
      readonly line: number
      readonly of: number
      readonly left: number
    }
  /** There was no postage, or it was refunded. */
  | { readonly kind: 'refund_postage_left' }
  /** The parts cost less than one cent. */
  | { readonly kind: 'refund_parts_free' }
  /** The order has no such refund, or the bank has not returned it. */
  | { readonly kind: 'refund_not_returned' }
  /** `reason`: the processor's. `moved`: what the request gave back nevertheless; `leftCents`: what it did not. */
  | {
      readonly kind: 'refund_refused'
      readonly reason: string
      readonly moved: RefundSplit
      readonly leftCents: number
    }

/** A processor event whose signature is missing, wrong or too old. */
export type EventFailure = { readonly kind: 'signature_invalid' }
