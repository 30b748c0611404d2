// The words of the metrics' closed label sets that pages and readers share.

/** Where work is done in parallel up to a limit. */
export const poolNames = [
  'geometry',
  'slicer',
  'download',
  'password',
  'postgres',
  'generation',
] as const
export type PoolName = (typeof poolNames)[number]

/** Where something waits until a person, a job or the card processor has dealt with it. */
export const queueNames = [
  'orders_pending_payment',
  'orders_received',
  'orders_accepted',
  'orders_printing',
  'orders_printed',
  'print_jobs',
  'outbox',
  'generation_jobs',
  'unsettled_charges',
  'unsettled_refunds',
  'processor_events',
] as const
export type QueueName = (typeof queueNames)[number]
