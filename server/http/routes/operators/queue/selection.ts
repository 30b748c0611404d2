// Which orders a form or an address means: the selected ones, or all that the filter of the page finds.
import type { BulkTarget } from '../../../../domain/fulfillment/bulk-actions.ts'
import type { FulfillmentDeps } from '../../../../domain/fulfillment/ports.ts'
import { type ReadFilter, readQueueFilter } from '../../../../domain/fulfillment/queue-filter.ts'
import type { Order } from '../../../../domain/orders/order.ts'

/** `scope=all` with `query`, or `pick=CODE:version` (repeated; the version may be left out). */
export function readTarget(fields: URLSearchParams): BulkTarget {
  if (fields.get('scope') === 'all') {
    const query = Object.fromEntries(new URLSearchParams(fields.get('query') ?? ''))
    return { filter: readQueueFilter(query).filter }
  }
  const picked = fields.getAll('pick').map((sent) => {
    const [code = '', version = ''] = sent.split(':')
    return {
      code: code.toUpperCase(),
      version: /^[1-9]\d{0,8}$/.test(version) ? Number(version) : null,
    }
  })
  return { picked: picked.filter(({ code }) => /^[A-Z0-9-]{1,64}$/.test(code)) }
}

/** What the filter of `scope=all` has that is not known. What is wanted then is not known either, so the request is refused. */
export function unknownIn(fields: URLSearchParams): ReadFilter['unknown'] {
  if (fields.get('scope') !== 'all') return []
  return readQueueFilter(Object.fromEntries(new URLSearchParams(fields.get('query') ?? ''))).unknown
}

export const unknownFilterRefusal =
  'Nothing was done, because a filter was not understood: see below. Check the list, and try again.'

/** At most `limit` and one more. */
export async function readSelected(
  { orderQueue, clock }: Pick<FulfillmentDeps, 'orderQueue' | 'clock'>,
  target: BulkTarget,
  limit: number,
): Promise<readonly Order[]> {
  if ('filter' in target) {
    return await orderQueue.list({ filter: target.filter, now: clock.now(), limit: limit + 1 })
  }
  const codes = target.picked.map(({ code }) => code)
  return await orderQueue.readByCodes(codes.slice(0, limit + 1))
}
