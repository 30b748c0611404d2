// Routes for operators' programs: hold, release, priority and notes of an order.
import * as v from 'valibot'
import { ok, type Result } from '../../../../../domain/base/result.ts'
import {
  lengthText,
  maxOrderNoteCharacters,
  maxReasonCharacters,
} from '../../../../../domain/base/text/text-lengths.ts'
import { addOrderNote, changeOrderWork } from '../../../../../domain/fulfillment/order-work.ts'
import type { WorkChange } from '../../../../../domain/fulfillment/ports.ts'
import type { Order } from '../../../../../domain/orders/record/order.ts'
import { json } from '../../../../contract/body.ts'
import { optionalVersion } from '../../../../contract/body-parts.ts'
import { forOperators, versionText } from '../../../../contract/field-texts.ts'
import { type JsonOf, moment, named, says, text, whole } from '../../../../contract/schemas.ts'
import { orderStatus } from '../../../../contract/words.ts'
import { operator } from '../../../../middleware/access.ts'
import type { HttpContext } from '../../../../middleware/context.ts'
import { route } from '../../../../middleware/route.ts'
import type { Failure } from '../../../../refusals/failure.ts'
import { anyOrderCode, codeParameter } from '../../../orders/order-json.ts'
import { workFields, workFieldsExample, workFieldsJson } from './work-fields.ts'
import { holdReasonSchema, noteSchema, prioritySchema } from './work-schemas.ts'

const path = '/api/operator/orders/:code'

const orderWork = named(
  'OrderWork',
  v.object({
    code: anyOrderCode,
    status: orderStatus.exact('Holds and priorities do not change it.'),
    version: whole(versionText),
    ...workFields,
  }),
  'The place of an order in the queue.',
)

function orderWorkJson(order: Order): JsonOf<typeof orderWork> {
  const { code, status, version } = order
  return { code, status, version, ...workFieldsJson(order) }
}

const example: JsonOf<typeof orderWork> = {
  code: 'SVC-7KQ2ZM',
  status: 'ACCEPTED',
  version: 6,
  ...workFieldsExample,
}

const changed = { kind: 'order_changed', version: 6, changes: [] } as const
const shared = {
  tag: 'Operators',
  access: operator,
  method: 'POST',
  parameters: [codeParameter],
  response: { description: 'The order’s place in the queue.', schema: orderWork, example },
} as const

async function change(
  { deps }: HttpContext,
  operatorEmail: string,
  input: { code: string; change: WorkChange; version: number | undefined },
): Promise<Result<JsonOf<typeof orderWork>, Failure>> {
  const changedOrder = await changeOrderWork(deps, operatorEmail, input)
  return changedOrder.ok ? ok(orderWorkJson(changedOrder.value)) : changedOrder
}

export const holdRoute = route({
  ...shared,
  path: `${path}/hold`,
  id: 'holdOrder',
  summary: 'Put an order on hold',
  description:
    `${forOperators} A held order is not accepted, printed or shipped until it is released; it can be ` +
    'cancelled and rejected. Customers do not see the reason. Holding a held order replaces the reason.',
  body: json(
    v.object({
      reason: says(holdReasonSchema, `${lengthText(maxReasonCharacters)}.`),
      version: optionalVersion,
    }),
    { example: { reason: 'Waits for black PETG.' }, refused: [{ reason: '' }] },
  ),
  refusals: [{ kind: 'order_not_found' }, { kind: 'hold_too_late', status: 'SHIPPED' }, changed],
  handler: async function hold(http, { caller, params: { code }, body }) {
    const { reason, version: seen } = body
    return await change(http, caller.email, {
      code,
      change: { kind: 'hold', reason },
      version: seen,
    })
  },
})

export const releaseRoute = route({
  ...shared,
  path: `${path}/release`,
  id: 'releaseOrder',
  summary: 'Release an order from hold',
  description: `${forOperators} Releasing an order that is not held changes nothing.`,
  body: json(v.object({ version: optionalVersion }), {
    example: { version: 6 },
    refused: [{ version: 0 }],
  }),
  response: { ...shared.response, example: { ...example, held: null } },
  refusals: [{ kind: 'order_not_found' }, changed],
  handler: async function release(http, { caller, params: { code }, body }) {
    return await change(http, caller.email, {
      code,
      change: { kind: 'release' },
      version: body.version,
    })
  },
})

export const priorityRoute = route({
  ...shared,
  path: `${path}/priority`,
  id: 'setOrderPriority',
  summary: 'Set the priority of an order',
  description: `${forOperators} The queue lists higher priorities first.`,
  body: json(
    v.object({ priority: says(prioritySchema, '`normal` unless set.'), version: optionalVersion }),
    { example: { priority: 'high' }, refused: [{ priority: 'top' }] },
  ),
  refusals: [{ kind: 'order_not_found' }, changed],
  handler: async function prioritize(http, { caller, params: { code }, body }) {
    const { priority, version: seen } = body
    return await change(http, caller.email, {
      code,
      change: { kind: 'priority', priority },
      version: seen,
    })
  },
})

const note = named(
  'OrderNote',
  v.object({
    id: text('The note’s id.'),
    by: text('The operator’s address.'),
    text: text('The text as it was written.'),
    at: moment('The time at which it was written.'),
  }),
  'An internal note about an order.',
)

export const noteRoute = route({
  ...shared,
  path: `${path}/notes`,
  id: 'addOrderNote',
  summary: 'Add an internal note to an order',
  description:
    `${forOperators} Customers never see notes. A note is never changed, and adding one does not raise the ` +
    'version of the order.',
  body: json(
    v.object({ text: says(noteSchema, `${lengthText(maxOrderNoteCharacters)}; line ends stay.`) }),
    {
      example: { text: 'Printed one spare.' },
      refused: [{ text: '' }],
    },
  ),
  response: {
    description: 'All notes of the order, newest first.',
    schema: named(
      'OrderNotes',
      v.object({ code: anyOrderCode, notes: v.array(note) }),
      'The internal notes of an order.',
    ),
    example: {
      code: 'SVC-7KQ2ZM',
      notes: [
        {
          id: '0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c',
          by: 'ada@farm.example',
          text: 'Printed one spare.',
          at: '2026-11-24T09:00:00.000Z',
        },
      ],
    },
  },
  refusals: [{ kind: 'order_not_found' }],
  handler: async function annotate({ deps }, { caller, params: { code }, body }) {
    const added = await addOrderNote(deps, caller.email, { code, text: body.text })
    if (!added.ok) return added
    const notes = await deps.orderWork.listNotes(added.value.id)
    return ok({ code, notes: notes.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })) })
  },
})
