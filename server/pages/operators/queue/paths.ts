// Paths of the work queue pages.
import type { SpoolGroup } from '../../../domain/fulfillment/ports.ts'
import {
  exactColorFilter,
  type QueueFilter,
  queueQuery,
} from '../../../domain/fulfillment/queue-filter.ts'

/** Returns the queue with this filter. */
export function queuePath(filter: QueueFilter, page = 1): string {
  const query = queueQuery(filter)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/operator/queue' : `/operator/queue?${query}`
}

/** Returns the path of the orders of one group, without grouping. */
export const groupPath = (filter: QueueFilter, { material, color, nozzleMm }: SpoolGroup): string =>
  queuePath({ ...filter, material, color: exactColorFilter(color), nozzleMm, grouped: false })
