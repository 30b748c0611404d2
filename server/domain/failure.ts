// Every way the service can refuse, as facts without sentences. The words of the contract live in
// http/failure-to-response.ts (REST) and mcp/tools/result.ts (agents), each a total switch over these kinds.
import type { GenerationFailure } from './generation/failure.ts'
import type { UploadFailure } from './models/uploads.ts'
import type { OrderChange } from './orders/change.ts'
import type { PrintabilityFailure } from './printability/failure.ts'
import type { SlicingFailure } from './slicing/failure.ts'

/** Refusals of POST /api/print/orders, in the order of service.md's error table. */
export type OrderFailure =
  | { readonly kind: 'not_multipart' }
  /** `remedy` is set where sending the same body again cannot help: a sentence on what to do instead. */
  | { readonly kind: 'broken_multipart'; readonly detail: string; readonly remedy?: string }
  | { readonly kind: 'file_empty' }
  | { readonly kind: 'file_too_large' }
  | { readonly kind: 'file_missing' }
  | { readonly kind: 'model_not_managed' }
  | { readonly kind: 'model_foreign' }
  | { readonly kind: 'model_unreadable' }
  | { readonly kind: 'shipping_fields_missing'; readonly fields: readonly string[] }
  | { readonly kind: 'country_not_served'; readonly country: string }
  | { readonly kind: 'order_material_unknown' }
  | { readonly kind: 'order_quality_unknown' }
  | { readonly kind: 'units_unknown' }
  | { readonly kind: 'file_unsupported' }
  | { readonly kind: 'storage_failed' }
  | { readonly kind: 'mesh_unreadable'; readonly reason: string }
  /** A readable mesh of which a printer would lay down nothing, or next to nothing. */
  | { readonly kind: 'nothing_prints'; readonly reason: string }
  | { readonly kind: 'measuring_unavailable'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'model_too_large'
      readonly dimensionsMm: readonly [number, number, number]
      /** Set when the file's unit was assumed (GLB is metres): the refusal names it. */
      readonly unit: string
      readonly format: string
    }
  | { readonly kind: 'total_below_minimum' }
  | { readonly kind: 'order_not_found' }
  | SubmitFailure

/** What is refused or said of a submit beside the contract's table: orders/README.md. */
export type SubmitFailure =
  | { readonly kind: 'address_field_too_long'; readonly field: string; readonly limit: number }
  | { readonly kind: 'order_email_invalid' }
  /** A field of the form that would not do what its sender meant, by its name as sent. */
  | {
      readonly kind: 'field_unknown'
      readonly field: string
      /** The known names that it is closest to, at least one. */
      readonly meant: readonly string[]
    }
  | { readonly kind: 'field_repeated'; readonly field: string }
  /** A field was sent under both of its names, with different values. */
  | { readonly kind: 'field_aliases_differ'; readonly names: readonly [string, string] }
  | { readonly kind: 'field_sent_as_file'; readonly field: string }
  | { readonly kind: 'field_sent_as_text'; readonly field: string }
  /** No order was written, so nothing was charged. `transient` = the same request may succeed later. */
  | { readonly kind: 'order_not_written'; readonly transient: boolean }
  /**
   * The order may exist (`code` null) or exists (`code`), and whether it is charged is not known yet: the same request must
   * not be sent again as a new one.
   */
  | { readonly kind: 'order_unconfirmed'; readonly code: string | null }

/** Refusals of the optional Idempotency-Key header (decisions.md 14). */
export type IdempotencyFailure =
  | { readonly kind: 'idempotency_key_invalid' }
  | { readonly kind: 'idempotency_key_reused' }
  | { readonly kind: 'idempotency_key_running'; readonly retryAfterSeconds: number }

export type PriceFailure =
  | { readonly kind: 'price_bbox_invalid' }
  | { readonly kind: 'price_too_large' }
  | { readonly kind: 'price_material_unknown'; readonly value: string }
  | { readonly kind: 'price_quality_unknown'; readonly value: string }

export type AccountFailure =
  | { readonly kind: 'api_key_required' }
  | { readonly kind: 'session_required' }
  | { readonly kind: 'operator_required' }
  | { readonly kind: 'internal_key_required' }
  | { readonly kind: 'card_required' }
  | { readonly kind: 'token_name_invalid' }
  | { readonly kind: 'token_not_found' }
  | { readonly kind: 'too_many_tokens' }
  | { readonly kind: 'processor_unavailable' }

export type StatusFailure =
  | { readonly kind: 'status_invalid' }
  | { readonly kind: 'web_status_invalid' }
  | { readonly kind: 'order_unpaid' }
  /** Changed since the version that the caller saw. */
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
  /** The processor's words. */
  | { readonly kind: 'refund_refused'; readonly reason: string }

export type LimitFailure =
  | {
      readonly kind: 'rate_limited'
      readonly scope: string
      /** The endpoint's own words, from the limits table. */
      readonly message: string
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'limiter_unavailable' }

export type SignInFailure = { readonly kind: 'sign_in_busy'; readonly retryAfterSeconds: number }

export type BodyFailure =
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'body_too_large'; readonly limitBytes: number }
  | { readonly kind: 'body_late' }
  | { readonly kind: 'field_invalid'; readonly message: string }
  | { readonly kind: 'signature_invalid' }

export type Failure =
  | GenerationFailure
  | SlicingFailure
  | PrintabilityFailure
  | OrderFailure
  | IdempotencyFailure
  | PriceFailure
  | AccountFailure
  | StatusFailure
  | RefundFailure
  | LimitFailure
  | SignInFailure
  | BodyFailure
  | UploadFailure
