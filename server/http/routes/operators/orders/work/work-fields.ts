// Position of an order in the queue, as operators' programs read it.
import * as v from 'valibot'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import { priorities } from '../../../../../domain/orders/record/priority.ts'
import { moment, named, orNull, says, text } from '../../../../contract/schemas.ts'

const held = named(
  'OrderHold',
  v.object({
    reason: text('Why it waits.'),
    by: text('The operator’s address.'),
    at: moment('Since when.'),
  }),
  'Why an order waits.',
)

export const workFields = {
  held: says(orNull(held), 'null unless the order is on hold.'),
  priority: says(v.picklist(priorities), 'Higher ones come first in the queue.'),
  dueAt: orNull(moment('The promised ship date; null before the order is paid.')),
}

export const workFieldsExample = {
  held: { reason: 'Waits for black PETG.', by: 'ada@farm.example', at: '2026-11-24T09:00:00.000Z' },
  priority: 'high',
  dueAt: '2026-11-29T10:00:00.000Z',
} as const

export function workFieldsJson({ hold, priority, dueAt }: Order) {
  return {
    held: hold === null ? null : { reason: hold.reason, by: hold.by, at: hold.at.toISOString() },
    priority,
    dueAt: dueAt?.toISOString() ?? null,
  }
}
