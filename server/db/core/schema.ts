// The tables as Kysely sees them; written by hand beside migrations/, and compared with the database in a test.
import type { ColumnType, Generated } from 'kysely'
import type { ChargeState } from '../../domain/orders/order.ts'
import type { RefundState } from '../../domain/orders/refund.ts'
import type { OrderStatus } from '../../domain/orders/status.ts'
import type { QuoteMeasurement } from '../../domain/quotes/quote.ts'
import type {
  CreditEntriesTable,
  GenerationJobsTable,
  GenerationLogsTable,
} from '../generation/schema.ts'
import type { GenerationsTable, PrintEstimatesTable, SlicesTable } from '../models/schema.ts'

type Created = ColumnType<Date, Date | undefined, Date>
/** bigint columns: pg is told to parse them as numbers (all are far below 2^53). */
type Big = ColumnType<number, number, number>
type Json<T> = ColumnType<T, string, string>

export type TrackingJson = {
  carrier: string
  number: string
  url: string | null
  /** null while the order is not shipped. */
  shippedAt: string | null
}

export type Database = {
  accounts: {
    id: string
    email: string
    customer_id: string | null
    card_payment_method_id: string | null
    card_brand: string | null
    card_last4: string | null
    credits: Generated<number>
    created_at: Created
  }
  api_keys: { account_id: string; key_hash: string; prefix: string; created_at: Created }
  extension_tokens: {
    id: string
    account_id: string
    token_hash: string
    prefix: string
    name: string
    created_at: Created
  }
  known_devices: {
    id: string
    account_id: string
    token_hash: string
    created_at: Created
    used_at: Created
  }
  models: {
    account_id: string
    uri: string
    file_name: string
    sha256: string
    size_bytes: Big
    format: string
    units: Generated<string | null>
    published: Generated<boolean>
    created_at: Created
  }
  measurements: {
    sha256: string
    format: string
    units: string
    core_version: number
    outcome: Json<unknown>
    created_at: Created
  }
  orders: OrdersTable
  quotes: QuotesTable
  order_events: {
    id: Generated<number>
    order_id: string
    status: string
    by: string
    at: Created
    /** The order's version after the change; null, as all that follows, in events from before versions. */
    version: Generated<number | null>
    from_status: Generated<string | null>
    from_tracking: Json<TrackingJson | null> | null
    tracking: Json<TrackingJson | null> | null
    refund_id: Generated<string | null>
    refund_state: Generated<RefundState | null>
  }
  refunds: RefundsTable
  web_orders: {
    code: string
    email: string | null
    status: string
    tracking: Json<TrackingJson | null> | null
    created_at: Created
    updated_at: Created
  }
  idempotency_keys: {
    account_id: string
    key: string
    request_hash: string
    answer: Json<unknown> | null
    claimed_at: Created
    created_at: Created
  }
  processor_events: ProcessorEventsTable
  emails: {
    id: string
    order_id: string | null
    kind: string
    recipient: string
    subject: string
    body: string
    sent_at: Date | null
    created_at: Created
  }
  generation_jobs: GenerationJobsTable
  generation_bodies: { job_id: string; part: number; bytes: Buffer }
  generation_logs: GenerationLogsTable
  credit_entries: CreditEntriesTable
  slices: SlicesTable
  print_estimates: PrintEstimatesTable
  generations: GenerationsTable
  rate_counters: { scope: string; subject: string; window_start: Date; taken: number }
  call_budgets: { name: string; tokens: number; filled_at: Date }
}

/** The last four columns are set while the event is open. */
export type ProcessorEventsTable = {
  id: string
  type: string
  received_at: Created
  state: Generated<'handled' | 'open'>
  order_code: string | null
  order_id: string | null
  payment_id: string | null
  amount_cents: number | null
  checked_at: Date | null
}

export type OrdersTable = {
  id: string
  code: string
  account_id: string
  source: 'rest' | 'mcp'
  status: OrderStatus
  paid: Generated<boolean>
  material: string
  quality: string
  quantity: number
  color: string
  infill: number
  nozzle_diameter: number
  nozzle_flow: string
  layer_height: number
  units: string | null
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
  print_cents: number
  shipping_cents: number
  total_cents: number
  grams_per_part: number
  centihours_per_part: number
  file_uri: string
  file_name: string
  file_sha256: string
  file_size_bytes: Big
  file_format: string
  idempotency_key: string | null
  quote_id: Generated<string | null>
  charge_state: ChargeState
  charge_checked_at: Created
  charge_customer_id: string | null
  charge_payment_method_id: string | null
  charge_retry_at: Date | null
  charge_looks: Generated<number>
  payment_looked_at: Date | null
  payment_pending: Generated<boolean>
  payment_id: string | null
  unpaid_reason: string | null
  checkout_session_id: string | null
  checkout_url: string | null
  tracking: Json<TrackingJson | null> | null
  /** Raised by every change that operators see. */
  version: Generated<number>
  refunded_cents: Generated<number>
  /** Requested and not settled yet. */
  refunding_cents: Generated<number>
  created_at: Created
  updated_at: Created
}

export type RefundsTable = {
  id: string
  order_id: string
  request_key: string
  payment_id: string
  amount_cents: number
  reason: string
  requested_by: string
  state: RefundState
  processor_refund_id: string | null
  failure: string | null
  created_at: Created
  updated_at: Created
  checked_at: Created
}

export type QuotesTable = {
  id: string
  account_id: string
  country: string
  material: string
  quality: string
  quantity: number
  color: string
  infill: number
  nozzle_diameter: number
  nozzle_flow: string
  layer_height: number
  units: string | null
  print_cents: number
  shipping_cents: number
  total_cents: number
  grams_per_part: number
  centihours_per_part: number
  file_uri: string
  file_name: string
  file_sha256: string
  file_size_bytes: Big
  file_format: string
  measurement: Json<QuoteMeasurement>
  created_at: Date
  expires_at: Date
  spent_at: Date | null
}
