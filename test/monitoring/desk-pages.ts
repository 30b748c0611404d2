/** Pages of the operator's desk that boards and alerts may link to. */
export const deskPages: readonly string[] = [
  '/operator',
  '/operator/queue',
  '/operator/jobs',
  '/operator/filament',
  '/operator/printers',
  '/operator/throughput',
  '/operator/money',
  '/operator/money/unmatched',
  '/operator/books',
  '/operator/disputes',
  '/operator/mail',
  '/operator/system',
  '/operator/failed',
]
