// Bulk actions for operators' programs: a preview that fixes the set of orders, its confirmation, and its result.

import { isUuid } from '../../../../domain/base/ids/uuid.ts'
import { fail, ok } from '../../../../domain/base/result.ts'
import { keptDays } from '../../../../domain/base/time/retention.ts'
import {
  confirmBulk,
  enterBulkTracking,
  maxBulkOrders,
  previewBulk,
  readBulk,
} from '../../../../domain/fulfillment/bulk-actions.ts'
import { json } from '../../../contract/body.ts'
import { idInPath, type Parameter } from '../../../contract/contract.ts'
import { forOperators, forOperatorsAndViewers } from '../../../contract/field-texts.ts'
import type { JsonOf } from '../../../contract/schemas.ts'
import { operator, viewer } from '../../../middleware/access.ts'
import { route } from '../../../middleware/route.ts'
import { bulkAction, bulkJson } from './bulk-json.ts'
import { bulkRequestSchema, changeOf, ordersOrFilter, targetOf } from './bulk-schemas.ts'

const path = '/api/operator/orders/bulk'
/** Fits a thousand orders with their tracking. */
const maxBodyBytes = 512 * 1024

const id = '5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c'
const example: JsonOf<typeof bulkAction> = {
  id,
  action: 'start',
  by: 'ada@farm.example',
  confirmedAt: null,
  withoutTracking: false,
  counts: { pending: 1, done: 0, excluded: 1, refused: 0 },
  orders: [
    { code: 'SVC-7KQ2ZM', version: 5, outcome: 'pending', why: null, short: null },
    { code: 'SVC-8NB4XW', version: 3, outcome: 'excluded', why: 'held', short: null },
  ],
}
const confirmed: JsonOf<typeof bulkAction> = {
  ...example,
  confirmedAt: '2026-11-24T09:00:00.000Z',
  counts: { pending: 0, done: 1, excluded: 1, refused: 0 },
  orders: example.orders.map((order) =>
    order.why === null ? { ...order, outcome: 'done' } : order,
  ),
}

const idParameter: Parameter = idInPath('id', 'The action’s id.', {
  type: 'string',
  examples: [id],
})

export const previewBulkRoute = route({
  method: 'POST',
  path,
  id: 'previewBulkAction',
  tag: 'Operators',
  access: operator,
  summary: 'Preview a change of many orders',
  description:
    `${forOperators} Changes no order: it fixes the orders of the action with their versions, and states ` +
    'why it excludes others. `accept`, `start`, `finish`, `ship` and `deliver` take the orders that wait for that step. ' +
    `Up to ${maxBulkOrders} orders; an action is kept for ${keptDays} days.`,
  body: json(bulkRequestSchema, {
    example: {
      action: 'start',
      orders: [{ code: 'SVC-7KQ2ZM', version: 5 }, { code: 'SVC-8NB4XW' }],
    },
    limit: maxBodyBytes,
  }),
  response: { description: 'Preview of the confirmation.', schema: bulkAction, example },
  refusals: [
    { kind: 'field_invalid', message: ordersOrFilter },
    { kind: 'bulk_empty' },
    { kind: 'bulk_too_large', limit: maxBulkOrders },
    { kind: 'filter_capped', isSearch: true },
  ],
  handler: async function preview({ deps }, { caller, body }) {
    const change = changeOf(body)
    if (!change.ok) return change
    const target = targetOf(body)
    if (!target.ok) return target
    const action = await previewBulk(deps, caller.email, {
      change: change.value,
      target: target.value,
    })
    if (!action.ok) return action
    const { tracking = [], withoutTracking = false } = body
    if (tracking.length === 0 && !withoutTracking) return ok(await bulkJson(deps, action.value))
    const parcels = tracking.map((parcel) => ({ ...parcel, code: parcel.code.toUpperCase() }))
    const entered = await enterBulkTracking(deps, action.value.id, { parcels, withoutTracking })
    return entered.ok ? ok(await bulkJson(deps, entered.value)) : entered
  },
})

export const confirmBulkRoute = route({
  method: 'POST',
  path: `${path}/:id/confirm`,
  id: 'confirmBulkAction',
  tag: 'Operators',
  access: operator,
  summary: 'Carry out a previewed change',
  description:
    `${forOperators} Changes exactly the previewed orders, each in a separate write, and only those that ` +
    'have not changed since. Confirming again changes nothing; it finishes a confirmation that was interrupted.',
  parameters: [idParameter],
  response: { description: 'Outcome for each order.', schema: bulkAction, example: confirmed },
  refusals: [{ kind: 'bulk_not_found' }],
  handler: async function confirm({ deps }, { caller, params }) {
    if (!isUuid(params.id)) return fail({ kind: 'bulk_not_found' })
    const action = await confirmBulk(deps, caller.email, params.id)
    return action.ok ? ok(await bulkJson(deps, action.value)) : action
  },
})

export const readBulkRoute = route({
  method: 'GET',
  path: `${path}/:id`,
  id: 'readBulkAction',
  tag: 'Operators',
  access: viewer,
  conditional: true,
  summary: 'Read a bulk action',
  description: forOperatorsAndViewers,
  parameters: [idParameter],
  response: { description: 'The action and its orders.', schema: bulkAction, example: confirmed },
  refusals: [{ kind: 'bulk_not_found' }],
  handler: async function read({ deps }, { params }) {
    const action = isUuid(params.id)
      ? await readBulk(deps, params.id)
      : fail({ kind: 'bulk_not_found' } as const)
    return action.ok ? ok(await bulkJson(deps, action.value)) : action
  },
})
