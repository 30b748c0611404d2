// Maps a failure kind to its error code. Kinds are internal names that can change; codes are public and stable.
import type { DownloadRefusal } from '../models/downloads.ts'
import type { ErrorCode } from './catalog.ts'

/**
 * Kinds whose code has another name, because several kinds mean the same to a caller or because only desk pages show
 * them.
 */
const renamed = {
  address_field_too_long: 'field_too_long',
  reference_too_long: 'field_too_long',
  buyer_field_too_long: 'field_too_long',
  gift_message_too_long: 'field_too_long',
  order_email_invalid: 'email_invalid',
  gift_recipient_invalid: 'email_invalid',
  upload_field_invalid: 'field_invalid',
  change_field_invalid: 'field_invalid',
  print_code_missing: 'field_invalid',
  print_parts_invalid: 'field_invalid',
  order_line_unknown: 'field_invalid',
  reslice_settings_wrong: 'field_invalid',
  printer_name_invalid: 'field_invalid',
  printer_picture_unreadable: 'field_invalid',
  ticket_field_invalid: 'field_invalid',
  generation_json_invalid: 'invalid_json',
  generation_form_invalid: 'broken_multipart',
  check_body_unknown: 'body_kind_unknown',
  colors_body_unknown: 'body_kind_unknown',
  proxy_url_required: 'url_required',
  import_url_missing: 'url_required',
  order_material_unknown: 'material_unknown',
  price_material_unknown: 'material_unknown',
  order_quality_unknown: 'quality_unknown',
  price_quality_unknown: 'quality_unknown',
  check_model_url_missing: 'model_url_required',
  colors_model_url_missing: 'model_url_required',
  check_unsupported: 'file_unsupported',
  upload_unsupported: 'file_unsupported',
  colors_model_unsupported: 'file_unsupported',
  print_file_unsupported: 'file_unsupported',
  attachment_unsupported: 'file_unsupported',
  quote_file_unsupported: 'file_unsupported',
  check_file_too_large: 'file_too_large',
  visitor_file_too_large: 'file_too_large',
  attachment_too_large: 'file_too_large',
  multiview_image_too_large: 'image_too_large',
  slice_generation_required: 'generation_id_required',
  retexture_generation_required: 'generation_id_required',
  gallery_generation_required: 'generation_id_required',
  slice_generation_not_found: 'generation_not_found',
  retexture_not_found: 'generation_not_found',
  gallery_generation_not_found: 'generation_not_found',
  gallery_title_refused: 'gallery_content_refused',
  gallery_picture_refused: 'gallery_content_refused',
  gallery_moderation_unavailable: 'moderation_unavailable',
  web_status_invalid: 'status_invalid',
  order_unpaid_unsaid: 'order_unpaid_unconfirmed',
  order_refunded_unsaid: 'order_refunded_unconfirmed',
  refund_unsaid: 'refund_decision_required',
  purchase_unpaid: 'refund_unpaid',
  purchase_refund_too_large: 'refund_too_large',
  purchase_refund_refused: 'refund_refused',
  quote_host_not_allowed: 'link_host_not_allowed',
  link_is_stored: 'link_invalid',
  link_unsupported: 'file_unsupported',
  // Shown on pages only.
  account_not_found: 'not_found',
  logo_not_found: 'not_found',
  ticket_not_found: 'not_found',
  wall_link_not_found: 'not_found',
  second_factor_not_found: 'not_found',
  payment_not_found: 'not_found',
  work_not_found: 'not_found',
  withheld_not_found: 'not_found',
  engine_not_found: 'not_found',
  mail_not_found: 'not_found',
  task_not_found: 'not_found',
  difference_not_found: 'not_found',
  printer_command_not_found: 'not_found',
  explanation_required: 'field_invalid',
  wall_link_name_invalid: 'field_invalid',
  payment_reason_required: 'field_invalid',
  work_reason_required: 'field_invalid',
  engine_reason_required: 'field_invalid',
  gallery_report_empty: 'field_invalid',
  gallery_reason_required: 'field_invalid',
  month_not_over: 'state_conflict',
  month_not_compared: 'state_conflict',
  month_being_compared: 'state_conflict',
  month_differs: 'state_conflict',
  month_out_of_order: 'state_conflict',
  month_closed: 'state_conflict',
  too_many_wall_links: 'state_conflict',
  second_factor_own: 'state_conflict',
  charge_settled: 'state_conflict',
  charge_just_checked: 'state_conflict',
  payment_decided: 'state_conflict',
  engine_unchanged: 'state_conflict',
  mail_just_resent: 'state_conflict',
  step_not_next: 'state_conflict',
  bulk_confirmed: 'state_conflict',
  printer_changed: 'state_conflict',
  printer_plate_changed: 'state_conflict',
  printer_still_heard: 'state_conflict',
  printer_work_changed: 'state_conflict',
  printer_command_pending: 'state_conflict',
  printer_command_unsupported: 'state_conflict',
  printer_command_ended: 'state_conflict',
  carriers_off: 'not_found',
  carrier_unreachable: 'unavailable',
  carrier_account_refused: 'unavailable',
  carrier_busy: 'unavailable',
  carrier_balance_low: 'state_conflict',
  carrier_address_refused: 'request_refused',
  carrier_refused: 'request_refused',
  carrier_rates_none: 'request_refused',
  carrier_sender_elsewhere: 'state_conflict',
  label_not_found: 'not_found',
  label_rates_outdated: 'state_conflict',
  label_rate_unknown: 'field_invalid',
  label_exists: 'state_conflict',
  label_unconfirmed: 'state_conflict',
  label_not_bought: 'state_conflict',
  label_used: 'state_conflict',
  label_status: 'state_conflict',
  parcel_too_light: 'field_invalid',
  second_parcel_abroad: 'state_conflict',
  export_filing_required: 'state_conflict',
  spool_not_found: 'not_found',
  spool_changed: 'state_conflict',
  spool_empty: 'state_conflict',
  spool_weight_wrong: 'field_invalid',
} as const satisfies Readonly<Record<string, ErrorCode>>

const renames: ReadonlyMap<string, ErrorCode> = new Map(Object.entries(renamed))

/** Exported for the test that checks that each entry is a kind. */
export const renamedKinds: readonly string[] = Object.keys(renamed)

type CodeOf<K extends string> = K extends keyof typeof renamed ? (typeof renamed)[K] : K

/** Kinds that are neither codes nor renamed. */
type Unnamed<K extends string> = Exclude<CodeOf<K>, ErrorCode>

/** Fails to compile for a kind without a code. */
export function codeOfKind<const K extends string>(
  kind: [Unnamed<K>] extends [never] ? K : { readonly hasNoAdvice: Unnamed<K> },
): ErrorCode {
  // Kinds that are not renamed are codes; the type of `kind` enforces this.
  const name = kind as string
  return renames.get(name) ?? (name as ErrorCode)
}

/** Error codes of the reasons why a link was not downloaded. */
export const linkCodes: Readonly<Record<DownloadRefusal['reason'], ErrorCode>> = {
  bad_url: 'link_invalid',
  not_https: 'link_not_https',
  host_not_allowed: 'link_host_not_allowed',
  private_address: 'link_private',
  too_many_redirects: 'link_redirects',
  too_large: 'link_too_large',
  timed_out: 'link_timed_out',
  empty: 'link_empty',
  http_status: 'link_http_error',
  not_a_file: 'link_not_a_file',
  unreachable: 'link_unreachable',
}

/** Returns the code for a busy service, or for a caller whose processing time is used up. */
export const measuringCode = (by: 'caller' | 'time' | undefined): ErrorCode =>
  by === 'time' ? 'processing_time_used_up' : 'measuring_unavailable'
