// Examples of submit refusals for the document.

import { buyerFieldLimits } from '../../../domain/accounts/buyer.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import type { IdempotencyFailure } from '../../../domain/idempotency/failure.ts'
import type { OrderFailure } from '../../../domain/orders/failure.ts'
import { maxAddressCharacters } from '../../../domain/orders/submit/order-form.ts'
import { tooThinExample } from '../../contract/printability-json.ts'
import type { Failure } from '../../refusals/failure.ts'

/** One failure per kind, so that a new refusal cannot be omitted here. `access` and `body` list theirs separately. */
export const submitFailures: {
  [K in Exclude<
    (OrderFailure | IdempotencyFailure)['kind'],
    'order_not_found' | 'api_key_required' | 'session_required' | 'file_too_large'
  >]: Extract<Failure, { kind: K }>
} = {
  file_empty: { kind: 'file_empty' },
  file_missing: { kind: 'file_missing' },
  model_not_managed: { kind: 'model_not_managed' },
  shipping_fields_missing: { kind: 'shipping_fields_missing', fields: ['street1', 'zip'] },
  address_field_too_long: {
    kind: 'address_field_too_long',
    field: 'city',
    limit: maxAddressCharacters,
  },
  order_email_invalid: { kind: 'order_email_invalid' },
  buyer_field_too_long: {
    kind: 'buyer_field_too_long',
    field: 'company',
    limit: buyerFieldLimits.company,
  },
  vat_id_invalid: { kind: 'vat_id_invalid' },
  reference_too_long: { kind: 'reference_too_long' },
  country_not_served: { kind: 'country_not_served', country: 'XX' },
  order_material_unknown: { kind: 'order_material_unknown' },
  order_quality_unknown: { kind: 'order_quality_unknown' },
  units_unknown: { kind: 'units_unknown' },
  field_unknown: { kind: 'field_unknown', field: 'materal', meant: ['material'] },
  field_repeated: { kind: 'field_repeated', field: 'quantity' },
  field_aliases_differ: { kind: 'field_aliases_differ', names: ['recipientName', 'name'] },
  field_sent_as_file: { kind: 'field_sent_as_file', field: 'note' },
  field_sent_as_text: { kind: 'field_sent_as_text', field: 'file' },
  dry_run_invalid: { kind: 'dry_run_invalid' },
  max_total_invalid: { kind: 'max_total_invalid' },
  above_max_total: { kind: 'above_max_total', totalCents: 2858, maxTotalCents: 2500 },
  total_below_minimum: { kind: 'total_below_minimum' },
  idempotency_key_invalid: { kind: 'idempotency_key_invalid' },
  model_foreign: { kind: 'model_foreign' },
  model_unreadable: { kind: 'model_unreadable' },
  idempotency_key_reused: { kind: 'idempotency_key_reused' },
  idempotency_key_running: {
    kind: 'idempotency_key_running',
    retryAfterSeconds: retryHintSeconds.busy,
  },
  file_unsupported: { kind: 'file_unsupported' },
  mesh_unreadable: { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
  nothing_prints: {
    kind: 'nothing_prints',
    reason: tooThinExample,
  },
  model_too_large: {
    kind: 'model_too_large',
    dimensionsMm: [400, 20, 20],
    unit: 'mm',
    format: 'stl',
  },
  storage_failed: { kind: 'storage_failed' },
  measuring_unavailable: {
    kind: 'measuring_unavailable',
    retryAfterSeconds: retryHintSeconds.busy,
  },
  spending_limit_reached: {
    kind: 'spending_limit_reached',
    scope: 'api_key',
    limitCents: 5000,
    leftCents: 1200,
    totalCents: 2858,
    resetsAt: new Date('2026-11-23T00:00:00Z'),
  },
  order_not_written: { kind: 'order_not_written', isTransient: true },
  order_unconfirmed: { kind: 'order_unconfirmed', code: null },
}
