// Every metric of the service with its kind, labels and help text. /metrics, the operators' pages and the documentation
// are generated from this list. A name or label outside the list does not compile.
import { silentText } from '../time/silence.ts'

/** Pools that run tasks in parallel up to a limit. */
export const poolNames = [
  'geometry',
  'slicer',
  'download',
  'password',
  'postgres',
  'generation',
] as const
export type PoolName = (typeof poolNames)[number]

/** Queues whose entries wait for a person, a job or the card processor. */
export const queueNames = [
  'orders_pending_payment',
  'orders_received',
  'orders_accepted',
  'orders_printing',
  'orders_printed',
  'orders_late',
  'print_jobs',
  'slicer_stalls',
  'silent_printers',
  'stopped_printers',
  'full_plates',
  'outbox',
  'generation_jobs',
  'unsettled_charges',
  'unsettled_refunds',
  'returned_refunds',
  'disputes_to_answer',
  'fraud_warnings',
  'payment_reviews',
  'open_debts',
  'processor_events',
  'unmatched_payments',
  'unusable_payments',
  'overdue_payment_searches',
  'ledger_differences',
  'tie_out_differences',
  'overdue_tie_outs',
] as const
export type QueueName = (typeof queueNames)[number]

/** Printer states that operators see. */
export const printerStates = [
  'ready',
  'printing',
  'paused',
  'finished',
  'error',
  'offline',
  'maintenance',
] as const
export type PrinterState = (typeof printerStates)[number]

/** Upper bounds of every histogram, in seconds. Stored counts are positional, so a change needs a migration. */
export const latencyBounds = [
  0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10,
  20, 30, 60, 120, 300,
] as const

/** The values of a label; null = a closed set that is defined elsewhere (routes, tools, limit scopes, engines). */
type LabelValues = readonly string[] | null
type LabelSet = Readonly<Record<string, LabelValues>>

/**
 * How the states of several processes are combined into one number; `process` = one series per process, labeled with
 * it.
 */
type Aggregation = 'sum' | 'max' | 'process'

const counter = <const L extends LabelSet>(help: string, labels: L) =>
  ({ kind: 'counter', help, labels }) as const
const histogram = <const L extends LabelSet>(help: string, labels: L) =>
  ({ kind: 'histogram', help, labels }) as const
/** State of a process, stored with its heartbeat. */
const gauge = <const L extends LabelSet>(help: string, labels: L, across: Aggregation = 'sum') =>
  ({ kind: 'gauge', help, labels, across }) as const
/** A metric that each scrape reads from the database. */
const reading = <const L extends LabelSet>(help: string, labels: L) =>
  ({ kind: 'reading', help, labels }) as const

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'other'] as const
export type MethodLabel = (typeof methods)[number]
export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
const calls = ['start', 'next', 'read', 'download', 'retexture'] as const

export const metricCatalog = {
  http_requests_total: counter(
    'Responses by method, route as mounted and class of status; `other` is a path without a route.',
    { method: methods, route: null, status_class: statusClasses },
  ),
  http_request_duration_seconds: histogram('Time until the response was ready.', {
    method: methods,
    route: null,
  }),
  mcp_tool_calls_total: counter(
    'Calls of agent tools. `refused`: the caller was told why. `error`: broken on our side, or timed out.',
    { tool: null, outcome: ['ok', 'refused', 'error'] },
  ),
  mcp_tool_duration_seconds: histogram('Time of a tool call, with its allowance checks.', {
    tool: null,
  }),

  pool_workers: gauge('Maximum number of concurrent tasks.', { pool: poolNames }),
  pool_busy: gauge('Running tasks.', { pool: poolNames }),
  pool_waiting: gauge('Tasks that wait for a worker of this pool.', { pool: poolNames }),
  pool_refused_total: counter(
    'Tasks refused because too many waited, or abandoned because they waited too long.',
    { pool: poolNames },
  ),
  pool_wait_seconds: histogram('Waiting time before a task started.', { pool: poolNames }),
  pool_run_seconds: histogram('Run time of a task.', { pool: poolNames }),

  slice_refusals_total: counter(
    "Slices refused, by reason. `queue`: the wait would be too long. `account`: most of the waiting work is the account's own. `deadline`: the result would be late. `wait`: accepted, but no slicer was free in time. `background` is for print jobs.",
    { reason: ['queue', 'account', 'deadline', 'wait'], priority: ['normal', 'background'] },
  ),
  slice_predictions_total: counter(
    'Slices by what was predicted of their run time. `close`: within twice and half. `longer`, `shorter`: they took longer or shorter than that.',
    { run: ['close', 'longer', 'shorter'] },
  ),
  slice_predicted_seconds: histogram(
    'Predicted run time of slices that ran; their run time is pool_run_seconds of the slicer.',
    {},
  ),
  slicer_backlog_seconds: gauge(
    'Predicted wait for a slicer of a new slice, behind all others; of the process with the longest.',
    {},
    'max',
  ),

  queue_depth: reading(
    'Items that wait in a queue. `slicer_stalls` is 1 while plates wait for the slicer longer than it ever takes. `silent_printers`: printers that lost contact while they had a job. `stopped_printers`: paused, or with an error. `full_plates`: to be cleared. `overdue_payment_searches` is 1 when no search for payments without an order has ended for an hour. `ledger_differences`: balances that the last comparison found to differ from the ledger of money. `tie_out_differences`: payments, refunds, disputes, fees and payouts whose amounts at the card processor differ from the ledger and are not explained. `overdue_tie_outs` is 1 when the processor was not compared with the ledger for 30 hours.',
    { queue: queueNames },
  ),
  queue_oldest_seconds: reading(
    'Age of the oldest item in a queue; 0 if it is empty. Measured from its creation; for orders, from their placement; for `orders_late`, from the promised ship date; for printers, from their last contact or from when they stopped. `orders_pending_payment` counts those that can still be paid.',
    { queue: queueNames },
  ),

  orders_placed_total: counter('Orders written, by source.', {
    source: ['rest', 'mcp', 'web'],
  }),
  order_status_changes_total: counter('Changes of orders to this status.', {
    status: [
      'RECEIVED',
      'ACCEPTED',
      'PRINTING',
      'PRINTED',
      'SHIPPED',
      'DELIVERED',
      'CANCELLED',
      'REJECTED',
    ],
  }),
  order_revenue_cents_total: counter('Totals of the orders that were paid, in US cents.', {}),
  charges_total: counter(
    'Charges of saved cards by outcome when they were made. `unknown`: settled later, see the queue unsettled_charges. `not_made`: never reached the processor. `no_card`: an order without a saved card. `deferred`: rate-limited by the processor, and retried.',
    { outcome: ['succeeded', 'declined', 'unknown', 'not_made', 'no_card', 'deferred'] },
  ),
  charge_duration_seconds: histogram('Time of a charge at the card processor, with retries.', {}),
  refunds_total: counter(
    'Refunds by the response of the card processor, and by what became of them later: failed, or returned by the bank. `unknown`: no response, settled later. `elsewhere`: made in the processor’s dashboard.',
    { outcome: ['succeeded', 'pending', 'failed', 'unknown', 'returned', 'elsewhere'] },
  ),
  processor_events_other_version_total: counter(
    'Events of the card processor in another version of its API than the one that this release reads.',
    {},
  ),
  disputes_total: counter(
    'Disputes by the state that they reached. `warning_*`: the bank has opened an inquiry, not a dispute.',
    {
      status: [
        'warning_needs_response',
        'warning_under_review',
        'warning_closed',
        'needs_response',
        'under_review',
        'won',
        'lost',
        'prevented',
      ],
    },
  ),
  fraud_warnings_total: counter('Payments that banks reported as fraud.', {}),
  unmatched_payments_total: counter(
    'Payments whose order or purchase is missing, by what became of them. `found`: each is counted here first. `returned`: the order came back.',
    { outcome: ['found', 'refunded', 'failed', 'kept', 'returned'] },
  ),
  unusable_payments_total: counter(
    'Second payments, payments of closed orders and payments of a wrong amount, by what became of them. `claimed`: found, and being refunded. `found`: waits for an operator.',
    {
      cause: ['duplicate', 'closed', 'wrong_amount'],
      outcome: ['found', 'claimed', 'refunding', 'refunded', 'failed', 'kept', 'returned'],
    },
  ),
  quotes_total: counter('Quotes by what they were measured with.', {
    source: ['slicer', 'geometry', 'sliced_file'],
  }),
  cache_requests_total: counter('Lookups of stored results.', {
    cache: ['measurement', 'slice', 'estimate'],
    outcome: ['hit', 'miss'],
  }),
  engine_calls_total: counter(
    'Calls of 3D engines. `failed`: the engine said so. `refused`: by its content policy. `error`: broken on our side, or stopped.',
    { engine: null, call: calls, outcome: ['ok', 'failed', 'refused', 'error'] },
  ),
  engine_call_duration_seconds: histogram('Time of a call of a 3D engine.', {
    engine: null,
    call: calls,
  }),
  generation_jobs_total: counter('Generation jobs that ended.', { outcome: ['done', 'error'] }),
  generation_errors_total: counter(
    "Generation jobs that ended in error: engine_failed, generation_interrupted, moderation_unavailable and result_not_checked are ours, the others the caller's.",
    { reason: null },
  ),
  rate_limit_refusals_total: counter('Requests refused by a rate limit.', { scope: null }),
  own_requests_dropped_total: counter(
    'Requests of programs that their account does not see: no room in memory, beyond the limit of an account, or not written.',
    { reason: ['full', 'account', 'failed'] },
  ),
  mails_total: counter('Attempts to send an email.', { outcome: ['sent', 'failed'] }),
  stored_bytes_total: counter('Bytes of stored models.', {}),
  notifications_total: counter('Notifications to operators.', {
    outcome: ['sent', 'digest', 'failed'],
  }),
  print_jobs_total: counter('Print jobs of the farm that ended.', {
    outcome: ['done', 'failed', 'cancelled'],
  }),

  printers: reading(
    `Printers of the farm by the state in which operators see them. \`finished\`: the plate is to be cleared. \`offline\`: silent for ${silentText}, or not reached by its program.`,
    { state: printerStates },
  ),

  filament_short_grams: reading(
    'Grams of filament that paid orders need and no spool has, by material. Read once a minute; absent while no spool is counted.',
    { material: null },
  ),
  filament_days_left: reading(
    'Days until the first color of the material is used up at the rate of the last 14 days. A used-up color counts only while orders need it. Absent while nothing of it was used.',
    { material: null },
  ),

  vendor_balance_credits: reading(
    'Last known balance of the account at an engine vendor, in its credits.',
    { vendor: null },
  ),

  lead_time_days: gauge(
    'Estimated whole days until a standard order placed now is shipped; from worker processes.',
    {},
    'max',
  ),
  backlog_hours: gauge(
    'Machine hours of the parts of paid orders without a good print; from worker processes.',
    {},
    'max',
  ),
  events_stream_listeners: gauge('Open connections to live pages.', {}),

  build_info: reading('1 for each version that runs.', { version: null }),
  process_heartbeat_seconds: reading(
    'Seconds since the newest heartbeat of a process with this role.',
    { role: ['web', 'worker'] },
  ),
  process_info: reading('1 for each living process.', {
    process: null,
    role: null,
    host: null,
    pid: null,
  }),
  process_start_time_seconds: gauge('Start of the process, in seconds since 1970.', {}, 'process'),
  process_cpu_seconds_total: gauge('CPU time of the process.', {}, 'process'),
  process_resident_memory_bytes: gauge('Resident memory of the process.', {}, 'process'),
  process_open_fds: gauge('Open file descriptors of the process.', {}, 'process'),
  farm_terms_version: gauge(
    'Version of the farm’s terms by which the process prices, as the desk counts them; 0 = the contract’s.',
    {},
    'process',
  ),
  disk_free_bytes: gauge(
    'Free space of the disk under STATE_DIR (`state`) and under its uploads folder (`temporary`), as this process may use it; 0 when it cannot be read.',
    { folder: ['state', 'temporary'] },
    'process',
  ),
  nodejs_eventloop_lag_seconds: gauge(
    'Longest delay of the event loop within the last two seconds.',
    {},
    'process',
  ),
  event_loop_stalled_seconds_total: counter(
    'Time for which event loops were blocked for more than half a second without interruption: a blocked process does not respond.',
    {},
  ),
} as const

type Catalog = typeof metricCatalog
export type MetricName = keyof Catalog
type NamesOf<Kind extends string> = {
  [N in MetricName]: Catalog[N]['kind'] extends Kind ? N : never
}[MetricName]
export type CounterName = NamesOf<'counter'>
export type HistogramName = NamesOf<'histogram'>
export type GaugeName = NamesOf<'gauge'>

/** The labels of a metric with their possible values. */
export type LabelsOf<N extends MetricName> = {
  readonly [L in keyof Catalog[N]['labels']]: Catalog[N]['labels'][L] extends readonly (infer W)[]
    ? W
    : string
}

export type MetricKind = Catalog[MetricName]['kind']
export type MetricDefinition = {
  readonly kind: MetricKind
  readonly help: string
  readonly labels: LabelSet
  readonly across?: Aggregation
}

/** Returns the type in Prometheus. A gauge with a `_total` is a sum that the database counts. */
export function metricTypeOf(name: string, { kind }: MetricDefinition): MetricKind {
  if (kind === 'histogram') return kind
  return kind === 'counter' || name.endsWith('_total') ? 'counter' : 'gauge'
}

const definitions: Readonly<Record<string, MetricDefinition>> = metricCatalog

/** Every metric in catalog order. */
export const metricDefinitions: readonly (readonly [string, MetricDefinition])[] =
  Object.entries(definitions)

/** Returns the definition; undefined for a name that this release does not have. */
export const metricDefinition = (name: string): MetricDefinition | undefined =>
  Object.hasOwn(definitions, name) ? definitions[name] : undefined
