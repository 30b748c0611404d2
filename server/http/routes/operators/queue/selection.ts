// Which orders a form or an address selects: picked ones, or all that the page's filter finds.
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import type { BulkTarget } from '../../../../domain/fulfillment/bulk-actions.ts'
import type { FulfillmentFailure } from '../../../../domain/fulfillment/failure.ts'
import type { FulfillmentDeps } from '../../../../domain/fulfillment/ports.ts'
import { type ReadFilter, readQueueFilter } from '../../../../domain/fulfillment/queue-filter.ts'
import { listFound } from '../../../../domain/fulfillment/read-queue.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import type { Field, SentFields } from '../../../contract/form-fields.ts'

export type PickedOrder = { readonly code: string; readonly version: number | null }

/** Parses `CODE:version` from the queue form. The version is optional. Returns null for anything else. */
export function readPicked(text: string): PickedOrder | null {
  const [code = '', version = ''] = text.toUpperCase().split(':')
  if (!codeShape.test(code)) return null
  return { code, version: /^[1-9]\d{0,8}$/.test(version) ? Number(version) : null }
}

/** Text that may be an order code, in either letter case. */
export const codeShape = /^[A-Za-z0-9-]{1,64}$/

/** Returns the filter of the page that a form or an address comes from, in its field `query`. */
export const filterIn = (fields: URLSearchParams): ReadFilter => filterOf(fields.get('query') ?? '')

/** Parses a filter from an address query. */
export const filterOf = (query: string): ReadFilter =>
  readQueueFilter(Object.fromEntries(new URLSearchParams(query)))

/** Reads `scope=all` with `query`, or `pick=CODE:version` (repeatable, with an optional version). */
export function readTarget(fields: URLSearchParams): BulkTarget {
  if (fields.get('scope') === 'all') {
    return { filter: filterIn(fields).filter }
  }
  return { picked: fields.getAll('pick').flatMap((text) => readPicked(text) ?? []) }
}

/**
 * Returns the unknown values in the filter of `scope=all`. The request is refused because it does not state clearly
 * which orders are selected.
 */
export function unknownIn(fields: URLSearchParams): ReadFilter['unknown'] {
  if (fields.get('scope') !== 'all') return []
  return filterIn(fields).unknown
}

/** Reads the target. Refuses a filter with unknown values. */
export const targetField: Field<BulkTarget> = {
  read: (field) => {
    const fields = fieldsOf(field)
    return unknownIn(fields).length > 0 ? fail(unknownFilterRefusal) : ok(readTarget(fields))
  },
}

/** Returns the selection that a form sent. */
export const fieldsOf = (field: SentFields): URLSearchParams =>
  new URLSearchParams([
    ...['scope', 'query'].map((name): [string, string] => [name, field(name)]),
    ...(field.all?.('pick') ?? []).map((text): [string, string] => ['pick', text]),
  ])

export const unknownFilterRefusal =
  'Nothing was done, because a filter was not understood: see below. Check the list, and try again.'

/** Reads at most `limit` of the selected orders, plus one that shows whether there are more. */
export async function readSelected(
  deps: Pick<FulfillmentDeps, 'orderQueue' | 'clock'>,
  target: BulkTarget,
  limit: number,
): Promise<Result<readonly Order[], FulfillmentFailure>> {
  if ('filter' in target) return await listFound(deps, target.filter, limit + 1)
  const codes = target.picked.map(({ code }) => code)
  return ok(await deps.orderQueue.readByCodes(codes.slice(0, limit + 1)))
}
