// Failures of submitting, changing, refunding and reading orders. The texts are in server/http/refusals (REST) and
// mcp/tools/refusal.ts (agents).
import type { BuyerFailure } from '../accounts/buyer.ts'
import type { AccountFailure } from '../accounts/failure.ts'
import type { SpendingScope } from '../accounts/spending.ts'
import type { FieldUnknown } from '../base/text/field-names.ts'
import type { CountryFailure } from '../catalog/countries.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { OrderChange } from './history/change.ts'
import type { FileReviewFailure } from './record/file-review.ts'
import type { ReferenceFailure } from './record/reference.ts'
import type { FirstNote } from './reversals/first-note.ts'
import type { RefundSplit } from './reversals/refund.ts'
import type { RefundPartsFailure } from './reversals/refund-parts.ts'

/** Failures of POST /api/print/orders, in addition to those of its file and its measurement. */
export type OrderFailure =
  | ModelFailure
  | MeasurementFailure
  | { readonly kind: 'shipping_fields_missing'; readonly fields: readonly string[] }
  | CountryFailure
  | { readonly kind: 'order_material_unknown' }
  | { readonly kind: 'order_quality_unknown' }
  | { readonly kind: 'total_below_minimum' }
  | { readonly kind: 'order_not_found' }
  /** The account was deleted during the request. No order was written and nothing was charged. */
  | Extract<AccountFailure, { kind: 'api_key_required' | 'session_required' }>
  | SubmitFailure

/** Failures of a submit that are not in the contract's table (README.md). */
export type SubmitFailure =
  | { readonly kind: 'address_field_too_long'; readonly field: string; readonly limit: number }
  | { readonly kind: 'order_email_invalid' }
  | BuyerFailure
  | ReferenceFailure
  | FieldUnknown
  | { readonly kind: 'field_repeated'; readonly field: string }
  /** A field was sent under both of its names with different values. */
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
  /** The order would exceed a spending limit. No order was written and nothing was charged. */
  | {
      readonly kind: 'spending_limit_reached'
      readonly scope: SpendingScope
      readonly limitCents: number
      readonly leftCents: number
      readonly totalCents: number
      readonly resetsAt: Date
    }
  /** No order was written and nothing was charged. `transient`: a retry may succeed. */
  | { readonly kind: 'order_not_written'; readonly isTransient: boolean }
  /**
   * The order exists (`code`) or may exist (`code` null), and it is unknown whether it was charged. The caller must
   * not submit the request as a new one. `isWithoutKey`: the request cannot be repeated under its Idempotency-Key
   * either, because it had none.
   */
  | {
      readonly kind: 'order_unconfirmed'
      readonly code: string | null
      readonly isWithoutKey?: boolean
    }

/** Failures of reading orders over REST, other than an order that is not found. */
export type ReadFailure = { readonly kind: 'wait_invalid' }

/** The personal data of the order was removed, so nothing can be sent to its address. */
export type OrderErased = { readonly kind: 'order_erased' }

export type StatusFailure =
  | { readonly kind: 'status_invalid' }
  | { readonly kind: 'web_status_invalid' }
  | { readonly kind: 'order_unpaid' }
  /** The order is unpaid. The request can include `unpaid: true`. */
  | { readonly kind: 'order_unpaid_unsaid' }
  /** A closed order cannot be reopened after a full refund. */
  | { readonly kind: 'order_refunded' }
  /** The order was refunded in full. The request can include `unpaid: true`. */
  | { readonly kind: 'order_refunded_unsaid' }
  /** A status change must include the version that it is based on (decisions.md 49). */
  | { readonly kind: 'order_version_missing' }
  /** A paid order can only be closed if the request states what happens to the payment (decisions.md 49). */
  | { readonly kind: 'refund_unsaid'; readonly leftCents: number }
  /** A refund was sent with a status that does not close the order. */
  | { readonly kind: 'refund_not_closing' }
  /** `reason`: the operator's reason. */
  | { readonly kind: 'order_held'; readonly reason: string }
  | OrderErased
  | FileReviewFailure
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
  /** The card's bank disputes the payment. The processor refunds nothing until the dispute ends. */
  | { readonly kind: 'refund_disputed' }
  | RefundPartsFailure
  /** The order has no such refund, or the bank has not returned it. */
  | { readonly kind: 'refund_not_returned' }
  /** Another note says how the returned refund was resolved. */
  | ({ readonly kind: 'refund_resolved' } & FirstNote)
  /**
   * `reason`: the processor's reason. `moved`: amounts that the request refunded nevertheless; `leftCents`: the amount
   * that was not refunded.
   */
  | {
      readonly kind: 'refund_refused'
      readonly reason: string
      readonly moved: RefundSplit
      readonly leftCents: number
    }

/** The signature of a processor event is missing, wrong or too old. */
export type EventFailure = { readonly kind: 'signature_invalid' }
