// Body of a bulk action's preview.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text/text-lengths.ts'
import { type BulkChange, bulkKinds } from '../../../../domain/fulfillment/bulk-action.ts'
import { type BulkTarget, maxBulkOrders } from '../../../../domain/fulfillment/bulk-actions.ts'
import { readQueueFilter } from '../../../../domain/fulfillment/queue-filter.ts'
import { trackingSchema } from '../../../contract/body-parts.ts'
import { named, says, versionSchema } from '../../../contract/schemas.ts'
import type { BodyFailure } from '../../../requests/failure.ts'
import { holdReasonSchema, prioritySchema } from '../orders/work/work-schemas.ts'
import { codeShape } from './selection.ts'

export const ordersOrFilter = 'Send either orders or filter, not both.'

const codeRule = 'is required, the code of an order'
const code = v.pipe(v.string(codeRule), v.regex(codeShape, codeRule))

const listRule = `must be a list of at most ${maxBulkOrders} entries`
const listOf = <S extends v.GenericSchema>(entry: S) =>
  v.optional(v.pipe(v.array(entry, listRule), v.maxLength(maxBulkOrders, listRule)))

export const bulkRequestSchema = v.object({
  action: says(
    v.picklist(bulkKinds, `must be one of ${bulkKinds.join(', ')}`),
    'Action on each order.',
  ),
  orders: says(
    listOf(
      named(
        'BulkTarget',
        v.object({ code, version: v.optional(versionSchema) }),
        'An order and the version that was seen.',
      ),
    ),
    'The orders. If a version is given, an order that has changed since that version is excluded.',
  ),
  filter: says(
    v.optional(v.record(v.string(), v.string('must be text'), 'must be an object of texts')),
    'Instead of `orders`: all that the queue lists, with the parameters of /operator/queue (q, status, material, color, nozzle, country, paid, held, late, age).',
  ),
  reason: says(v.optional(holdReasonSchema), 'The reason for a hold.'),
  priority: says(v.optional(prioritySchema), 'low, normal, high or urgent.'),
  tracking: says(
    listOf(
      named(
        'BulkTracking',
        v.object({ code, ...trackingSchema.entries }),
        'The tracking of an order.',
      ),
    ),
    'For `ship`. Orders that have tracking already need none.',
  ),
  withoutTracking: says(
    v.optional(v.boolean('must be true or false')),
    'true: `ship` takes orders without tracking as well.',
  ),
})

type BulkRequest = v.InferOutput<typeof bulkRequestSchema>

const refuseField = (message: string) => fail({ kind: 'field_invalid', message } as const)

export function changeOf({
  action,
  reason,
  priority,
}: BulkRequest): Result<BulkChange, BodyFailure> {
  if (action === 'hold') {
    return reason === undefined
      ? refuseField(`reason: is required, ${lengthText(maxReasonCharacters)}`)
      : ok({ kind: action, reason })
  }
  if (action === 'priority') {
    return priority === undefined
      ? refuseField('priority: is required')
      : ok({ kind: action, priority })
  }
  return ok({ kind: action })
}

export function targetOf({ orders, filter }: BulkRequest): Result<BulkTarget, BodyFailure> {
  if ((orders === undefined) === (filter === undefined)) {
    return refuseField(ordersOrFilter)
  }
  if (filter !== undefined) {
    const read = readQueueFilter(filter)
    const [unknown] = read.unknown
    if (unknown !== undefined) {
      return refuseField(`filter.${unknown.name}: has no choice of this name`)
    }
    return ok({ filter: read.filter })
  }
  const picked = orders ?? []
  return ok({
    picked: picked.map(({ code: orderCode, version }) => ({
      code: orderCode.toUpperCase(),
      version: version ?? null,
    })),
  })
}
