// Refusals in the words of contract.md 8. A total switch: a new failure kind does not compile without its words.

import { unreachable } from '../../domain/base/result.ts'
import { quoteForeign } from '../../domain/base/text.ts'
import { materialsText, qualitiesText } from '../../domain/catalog/materials.ts'
import { imageSizes } from '../../domain/images/size.ts'
import { describeChange, type OrderChange } from '../../domain/orders/change.ts'
import { totalOf } from '../../domain/orders/refund.ts'
import { isOperatorStatus, orderStatusLabels } from '../../domain/orders/status.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { accountRefusal } from './account-failures.ts'
import { booksRefusal } from './books-failures.ts'
import { colorRefusal } from './color-failures.ts'
import { disputeRefusal } from './dispute-failures.ts'
import type { Failure } from './failure.ts'
import { farmRefusal } from './farm-failures.ts'
import { fulfillmentRefusal } from './fulfillment-failures.ts'
import { galleryRefusal } from './gallery-failures.ts'
import { generationRefusal } from './generation-failures.ts'
import { operatorRefusal } from './operator-failures.ts'
import { printabilityRefusal } from './printability-failures.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { slicingRefusal } from './slicing-failures.ts'
import { submitRefusal } from './submit-failures.ts'
import { uploadRefusal } from './upload-failures.ts'
import { webRefusal } from './web-failures.ts'

const statuses = Object.keys(orderStatusLabels)

type Refusal = {
  status: number
  error: string
  /** Fields next to `error`, where the contract has more. */
  more?: Readonly<Record<string, unknown>>
  headers?: Record<string, string>
}

/** `{"error": ...}` with the contract's status and text. */
export function failureToResponse(failure: Failure): Response {
  const { status, error, more, headers } = refusalOf(failure)
  return Response.json({ error, ...more }, headers === undefined ? { status } : { status, headers })
}

/** Adds Retry-After to a page that shows the refusal, if the refusal has one. */
export function withRetryAfter(response: Response, failure: Failure): Response {
  const seconds = refusalOf(failure).headers?.['retry-after']
  if (seconds !== undefined) response.headers.set('retry-after', seconds)
  return response
}

export function refusalOf(failure: Failure): Refusal {
  switch (failure.kind) {
    case 'not_multipart':
      return { status: 400, error: "Expected multipart/form-data with a 'file' field." }
    case 'broken_multipart':
      return {
        status: 400,
        error: `The multipart body could not be read: ${failure.detail}. ${failure.remedy ?? 'Send it again, whole.'}`,
      }
    case 'form_field_too_long':
      return {
        status: 400,
        error: `The field ${quoteForeign(failure.field)} is longer than 16 kB. Shorten it.`,
      }
    case 'file_empty':
      return { status: 400, error: 'The file is empty.' }
    case 'file_too_large':
      return { status: 413, error: 'File too large (max 100MB).' }
    case 'file_missing':
      return { status: 400, error: 'No file provided.' }
    case 'model_not_managed':
      return { status: 400, error: 'modelUrl must be a model stored by the service.' }
    case 'model_foreign':
      return { status: 403, error: 'That model does not belong to this account.' }
    case 'model_unreadable':
      return { status: 404, error: 'Could not read that model.' }
    case 'storage_unreachable':
      return {
        status: 503,
        error: 'The file cannot be read right now. Try again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'shipping_fields_missing':
      return {
        status: 400,
        error: `Missing required shipping fields: ${failure.fields.join(', ')}`,
      }
    case 'country_not_served':
      return { status: 400, error: `We don't currently ship to ${failure.country}.` }
    case 'order_material_unknown':
      return { status: 400, error: `Invalid material. One of: ${materialsText}` }
    case 'order_quality_unknown':
      return { status: 400, error: `Invalid quality. One of: ${qualitiesText}` }
    case 'units_unknown':
      return { status: 400, error: 'Invalid units. One of: mm, cm, m, in' }
    case 'file_unsupported':
      return {
        status: 415,
        error:
          'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
      }
    case 'storage_failed':
      return { status: 502, error: 'Could not store the file. Try again.' }
    case 'mesh_unreadable':
    case 'nothing_prints':
      return {
        status: 422,
        error: `We couldn't read a printable mesh from that file. ${failure.reason}`,
      }
    case 'uploads_busy':
      return {
        status: 503,
        error:
          failure.by === 'caller'
            ? 'Too many of your uploads are in progress. Nothing was stored or charged; send this one again when another has finished.'
            : 'The service cannot accept more uploads right now. Nothing was stored or charged; send it again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'measuring_unavailable':
      return {
        status: failure.by === 'time' ? 429 : 503,
        error: busyTexts[failure.by ?? 'queue'],
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'model_too_large':
      return { status: 422, error: modelTooLarge(failure) }
    case 'total_below_minimum':
      return { status: 400, error: 'Order total is below the $0.50 minimum.' }
    case 'order_not_found':
      return { status: 404, error: 'Order not found' }
    case 'invoice_not_issued':
      return {
        status: 404,
        error: 'This order has no invoice. One is issued within a minute of the payment.',
      }
    case 'idempotency_key_invalid':
      return { status: 400, error: 'Idempotency-Key must have 1 to 255 characters.' }
    case 'idempotency_key_reused':
      return {
        status: 409,
        error: 'This Idempotency-Key was used with a different request. Use a new key.',
      }
    case 'idempotency_key_running':
      return {
        status: 409,
        error: 'A request with this Idempotency-Key is still running. Ask again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'price_bbox_invalid':
      return { status: 400, error: 'bboxMm.x/y/z (mm) required' }
    case 'price_too_large':
      return { status: 400, error: 'model exceeds the 340x320x340mm build volume' }
    case 'price_material_unknown':
      return { status: 400, error: `unknown material: ${failure.value}` }
    case 'price_quality_unknown':
      return { status: 400, error: `unknown quality: ${failure.value}` }
    case 'price_quantity_invalid':
      return { status: 400, error: 'quantity must be a number' }
    case 'api_key_required':
      return {
        status: 401,
        error: 'Invalid or missing API key. Generate one on your profile.',
      }
    case 'session_required':
      return { status: 401, error: 'Authentication required' }
    case 'operator_required':
      return { status: 403, error: 'Only operators can do this.' }
    case 'viewer_read_only':
      return {
        status: 403,
        error: 'Your account may only read. Ask an operator to make this change.',
      }
    case 'second_factor_required':
      return {
        status: 403,
        error:
          failure.step === 'verify'
            ? 'Enter your second factor first, at /account/second-factor.'
            : 'Set up a second factor first, at /account/second-factor.',
      }
    case 'internal_key_required':
      return { status: 401, error: 'Invalid or missing x-internal-key.' }
    case 'card_required':
      return {
        status: 402,
        error: 'Save a card on your account page first: the key charges it for every order.',
      }
    case 'spending_limit_invalid':
      return {
        status: 400,
        error: 'A spending limit is a whole number of cents from 0 to 100000000, or null for none.',
      }
    case 'token_name_invalid':
      return { status: 400, error: 'name is required, 1 to 100 characters' }
    case 'token_not_found':
      return { status: 404, error: 'Extension token not found' }
    case 'too_many_tokens':
      return { status: 409, error: 'Too many extension tokens. Revoke one that you no longer use.' }
    case 'fresh_sign_in_required':
    case 'credits_left':
    case 'account_in_use':
    case 'account_owing':
    case 'account_unsettled':
    case 'account_generating':
    case 'account_not_found':
      return accountRefusal(failure)
    case 'processor_unavailable':
      return {
        status: 502,
        error: 'The card processor could not be reached. Nothing was changed; try again.',
      }
    case 'processor_refused':
      return {
        status: 502,
        error: `The card processor refused this: ${quoteForeign(failure.reason)}. Nothing was charged.`,
      }
    case 'processor_busy':
      return {
        status: 503,
        error: `The service makes many payment pages right now; try again in ${failure.retryAfterSeconds} seconds. Nothing was charged.`,
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'status_invalid':
      return {
        status: 400,
        error: `Invalid status. One of: ${statuses.filter(isOperatorStatus).join(', ')}`,
      }
    case 'web_status_invalid':
      return { status: 400, error: `Invalid status. One of: ${statuses.join(', ')}` }
    case 'order_unpaid':
      return { status: 409, error: 'This order is not paid; it cannot be queued.' }
    case 'order_unpaid_unsaid':
      return {
        status: 409,
        error:
          'This order is not paid; it cannot be queued. If it was paid otherwise or is a gift, send unpaid: true.',
      }
    case 'order_refunded_unsaid':
      return {
        status: 409,
        error: 'This order was refunded in full. To print it all the same, send unpaid: true.',
      }
    case 'order_version_missing':
      return {
        status: 428,
        error:
          'version is required: the version of the order that the change is based on, from GET /api/operator/orders/{code}.',
      }
    case 'refund_unsaid':
      return {
        status: 409,
        error: `This order is paid, and ${formatDollars(failure.leftCents)} can be refunded. Send refund: "full", refund: "none", or refundCents from 1 to ${failure.leftCents}.`,
      }
    case 'refund_not_closing':
      return {
        status: 400,
        error: 'refund and refundCents go with CANCELLED or REJECTED. Use the refund endpoint.',
      }
    case 'order_held':
      return {
        status: 409,
        error: `This order is on hold: ${quoteForeign(failure.reason)}. Release it first.`,
      }
    case 'order_changed':
      return { status: 409, error: orderChanged(failure) }
    case 'tracking_required':
      return {
        status: 400,
        error: 'SHIPPED needs tracking with carrier and number, or withoutTracking: true.',
      }
    case 'tracking_contradicts':
      return { status: 400, error: 'Send either tracking or withoutTracking: true, not both.' }
    case 'dispute_not_found':
    case 'dispute_answered':
    case 'evidence_text_missing':
    case 'evidence_refused':
    case 'fraud_warning_not_found':
    case 'purchase_not_found':
    case 'purchase_unpaid':
    case 'purchase_refund_too_large':
    case 'purchase_spent':
    case 'purchase_refund_open':
    case 'purchase_refund_refused':
    case 'gift_card_voided':
    case 'debt_not_found':
      return disputeRefusal(failure)
    case 'month_not_over':
    case 'month_not_compared':
    case 'month_being_compared':
    case 'month_differs':
    case 'month_out_of_order':
    case 'month_closed':
    case 'explanation_required':
    case 'difference_not_found':
      return booksRefusal(failure)
    case 'hold_too_late':
    case 'bulk_not_found':
    case 'bulk_empty':
    case 'bulk_too_large':
    case 'filter_capped':
    case 'bulk_confirmed':
      return fulfillmentRefusal(failure)
    case 'refund_unpaid':
      return { status: 409, error: 'This order is not paid; there is nothing to refund.' }
    case 'refund_disputed':
      return {
        status: 409,
        error:
          'The customer’s bank disputes this payment. The card processor refunds nothing of it until the dispute has ended: see /operator/disputes.',
      }
    case 'refund_too_large':
      return {
        status: 409,
        error: `Only ${formatDollars(failure.leftCents)} of this order can still be refunded.`,
      }
    case 'refund_parts_left':
      return { status: 409, error: partsLeftText(failure) }
    case 'refund_postage_left':
      return { status: 409, error: 'No postage of this order is left to refund.' }
    case 'refund_parts_free':
      return {
        status: 409,
        error: 'These parts cost less than one cent. Refund an amount instead.',
      }
    case 'refund_not_returned':
      return { status: 404, error: 'This order has no refund with this id that a bank returned.' }
    case 'refund_refused':
      return {
        status: 409,
        error: `The card processor refused this refund: ${quoteForeign(failure.reason)}. ${movedText(failure)}`,
      }
    case 'print_job_not_running':
      return {
        status: 409,
        error: `This order is not printing (it is ${failure.status}); there is no print to finish.`,
      }
    case 'rate_limited':
      return {
        status: 429,
        error: failure.message,
        headers: {
          'retry-after': String(failure.retryAfterSeconds),
          ...rateLimitHeaders({
            scope: failure.scope,
            remaining: 0,
            resetSeconds: failure.retryAfterSeconds,
          }),
        },
      }
    case 'limiter_unavailable':
      return {
        status: 503,
        error: 'The rate limiter is unavailable. Nothing was done; try again shortly.',
        headers: { 'retry-after': '5' },
      }
    case 'sign_in_busy':
      return {
        status: 503,
        error: 'Too many people are signing in right now. Try again in a few seconds.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'invalid_json':
      return { status: 400, error: 'invalid json body' }
    case 'body_too_large':
      return { status: 413, error: `Body too large (max ${failure.limitBytes} bytes).` }
    case 'body_late':
      return {
        status: 408,
        error: 'The body did not arrive in time. Send it without pauses.',
        // Otherwise the connection would stay open for the rest of the body.
        headers: { connection: 'close' },
      }
    case 'field_invalid':
      return { status: 400, error: failure.message }
    case 'signature_invalid':
      return { status: 400, error: 'Missing or invalid signature.' }
    case 'address_field_too_long':
    case 'order_email_invalid':
    case 'buyer_field_too_long':
    case 'vat_id_invalid':
    case 'field_unknown':
    case 'field_repeated':
    case 'field_aliases_differ':
    case 'field_sent_as_file':
    case 'field_sent_as_text':
    case 'max_total_invalid':
    case 'above_max_total':
    case 'spending_limit_reached':
    case 'order_not_written':
    case 'order_unconfirmed':
      return submitRefusal(failure)
    case 'upload_unsupported':
    case 'upload_is_sliced':
    case 'slice_generation_required':
    case 'slice_generation_not_found':
    case 'slicer_not_configured':
    case 'slice_model_not_managed':
    case 'slice_format_unsupported':
    case 'slice_failed':
      return slicingRefusal(failure)
    case 'upload_field_invalid':
    case 'upload_not_found':
    case 'upload_expired':
    case 'upload_incomplete':
    case 'upload_running':
    case 'upload_size_differs':
    case 'upload_hash_differs':
    case 'upload_received':
    case 'import_url_missing':
    case 'import_refused':
      return uploadRefusal(failure)
    case 'image_size_unknown':
      return { status: 400, error: `size must be one of ${imageSizes.join(', ')}` }
    case 'image_not_stored':
      return { status: 502, error: 'Could not store the picture. Try again.' }
    case 'colors_body_unknown':
    case 'colors_model_url_missing':
    case 'colors_model_unsupported':
    case 'colors_model_unreadable':
    case 'colors_model_plain':
    case 'colors_transparent':
    case 'image_too_many_pixels':
    case 'colors_busy':
      return colorRefusal(failure)
    case 'wall_link_name_invalid':
    case 'too_many_wall_links':
    case 'wall_link_not_found':
    case 'second_factor_own':
    case 'second_factor_not_found':
    case 'charge_settled':
    case 'charge_just_checked':
    case 'payment_reason_required':
    case 'payment_not_found':
    case 'payment_decided':
    case 'mail_not_found':
    case 'mail_just_resent':
    case 'task_not_found':
    case 'attachment_not_found':
    case 'attachment_unsupported':
    case 'attachment_too_large':
      return operatorRefusal(failure)
    case 'cart_line_refused': {
      const { error, headers } = refusalOf(failure.reason)
      const refusal = { status: 422, error: `Item ${failure.place}: ${error}` }
      return headers === undefined ? refusal : { ...refusal, status: 503, headers }
    }
    case 'visitor_file_too_large':
    case 'cart_empty':
    case 'cart_too_long':
    case 'cart_quantity_invalid':
    case 'cart_model_withdrawn':
    case 'cart_price_changed':
    case 'cart_total_changed':
    case 'gift_card_unusable':
    case 'checkout_key_reused':
    case 'too_many_open_orders':
    case 'basket_full':
    case 'basket_changed':
    case 'basket_line_not_found':
    case 'gift_amount_invalid':
    case 'gift_recipient_invalid':
    case 'gift_message_too_long':
    case 'too_many_open_purchases':
    case 'credit_pack_unknown':
      return webRefusal(failure)
    case 'gallery_generation_required':
    case 'gallery_generation_not_found':
    case 'gallery_title_invalid':
    case 'gallery_title_refused':
    case 'gallery_moderation_unavailable':
    case 'gallery_model_unsuitable':
    case 'gallery_already_published':
    case 'gallery_taken_down':
    case 'gallery_entry_not_found':
    case 'gallery_entry_gone':
    case 'gallery_reason_required':
      return galleryRefusal(failure)
    case 'print_job_not_found':
    case 'job_lease_lost':
    case 'job_withdrawn':
    case 'job_counts_wrong':
    case 'job_reported_differently':
    case 'job_in_state':
    case 'job_changed':
    case 'job_reprint_too_many':
    case 'order_not_queueable':
    case 'order_not_reprintable':
    case 'order_reprint_status':
    case 'order_reprint_parts':
    case 'order_not_accepted':
    case 'order_refunded':
    case 'too_many_parts':
    case 'plate_taken':
    case 'print_file_not_found':
    case 'print_file_parts':
    case 'order_line_unknown':
    case 'plate_own_file_parts':
    case 'print_file_unsupported':
    case 'print_file_not_sliced':
    case 'print_file_plates':
    case 'print_file_unsafe':
    case 'print_code_missing':
    case 'print_parts_invalid':
    case 'reslice_sliced_file':
    case 'reslice_settings_wrong':
    case 'reslice_failed':
      return farmRefusal(failure)
    case 'check_body_unknown':
    case 'check_model_url_missing':
    case 'check_unsupported':
    case 'check_file_too_large':
      return printabilityRefusal(failure)
    case 'generation_body_empty':
    case 'generation_json_invalid':
    case 'generation_form_invalid':
    case 'prompt_required':
    case 'prompt_too_long':
    case 'input_mode_invalid':
    case 'image_required':
    case 'image_too_large':
    case 'multiview_count':
    case 'multiview_image_too_large':
    case 'image_type_unsupported':
    case 'image_unreadable':
    case 'image_url_foreign':
    case 'image_url_unreadable':
    case 'nsfw':
    case 'moderation_unavailable':
    case 'pictures_not_accepted':
    case 'generation_off':
    case 'account_in_debt':
    case 'no_credits':
    case 'engine_failed':
    case 'generation_interrupted':
    case 'job_id_required':
    case 'job_not_found':
    case 'job_foreign':
    case 'retexture_generation_required':
    case 'retexture_not_found':
    case 'retexture_unsuitable':
    case 'proxy_url_required':
      return generationRefusal(failure)
    default:
      return unreachable(failure)
  }
}

function partsLeftText({
  line,
  of,
  left,
}: Extract<Failure, { kind: 'refund_parts_left' }>): string {
  if (left === 0) return `All parts of line ${line} were refunded.`
  if (left === of) return `Line ${line} has only ${of === 1 ? '1 part' : `${of} parts`}.`
  return `Only ${left} of the ${of} parts of line ${line} can still be refunded.`
}

/** What a refused refund has already given back, by an earlier attempt under its key. */
function movedText({ moved, leftCents }: Extract<Failure, { kind: 'refund_refused' }>): string {
  if (totalOf(moved) === 0) return 'No money was moved.'
  return `${formatDollars(totalOf(moved))} of this request went to the gift card; ${formatDollars(leftCents)} was not moved. The same request under the same key asks for that part alone.`
}

function orderChanged({ version, changes }: { version: number; changes: readonly OrderChange[] }) {
  const what = changes.length === 0 ? '' : ` ${changes.map(describeChange).join('. ')}.`
  return `This order has changed since then and is now at version ${version}. Nothing was saved.${what}`
}

function modelTooLarge(failure: {
  dimensionsMm: readonly [number, number, number]
  unit: string
  format: string
}): string {
  const size = failure.dimensionsMm.map((mm) => String(Math.round(mm * 10) / 10)).join('x')
  const unitNote =
    failure.format === 'glb' || failure.unit !== 'mm'
      ? ` Its numbers were read as ${failure.unit}; send units=mm, cm, m or in to say otherwise.`
      : ''
  return `This model is ${size}mm — larger than the 340x320x340mm build volume.${unitNote} Scale it down or split it.`
}

const busyTexts = {
  queue: 'We are too busy to measure this file right now. Nothing was charged; send it again.',
  caller:
    'Too many of your files are being measured. Nothing was charged; send this one again when another has finished.',
  time: 'Your files have taken all the processing time that you have in an hour. Nothing was charged; send this one again later.',
} as const
