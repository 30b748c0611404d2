// Reports from farm machines (contract.md 7): progress of web orders, and finished print jobs.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { maxEmailAddressCharacters } from '../../../domain/base/text/text-lengths.ts'
import {
  finishPrintJob,
  setLegacyOrderStatus,
} from '../../../domain/orders/status-changes/farm-reports.ts'
import { json } from '../../contract/body.ts'
import { orAbsent, text, trackingSchema, withoutTracking } from '../../contract/body-parts.ts'
import { describedAs, done } from '../../contract/schemas.ts'
import { orderStatus } from '../../contract/words.ts'
import { internal } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { anyOrder, codeParameter, orderExample, orderJson, orderRead } from './order-json.ts'

/** Body of POST /api/order-status, for web orders. */
const legacyOrderStatusSchema = v.object({
  code: text(60),
  status: describedAs(text(40), orderStatus.exact('The new status.')),
  email: orAbsent(text(maxEmailAddressCharacters)),
  tracking: orAbsent(trackingSchema),
  withoutTracking,
})

export const legacyOrderStatusRoute = route({
  method: 'POST',
  path: '/api/order-status',
  id: 'setWebOrderStatus',
  tag: 'Farm',
  summary: 'Set the status of a website order',
  description:
    'For CART-, ORD- and STORE- codes. Orders of this API are never changed by it. A code that was not ordered here is an order ' +
    'of another website, for which only the progress is stored. An order that is not paid can only be closed, and one that was closed and refunded in full stays closed.',
  access: internal,
  body: json(legacyOrderStatusSchema, {
    example: { code: 'ORD-12345', status: 'PRINTING' },
    refused: [{ code: '' }],
  }),
  response: { description: 'Recorded.', schema: done },
  refusals: [
    { kind: 'web_status_invalid' },
    { kind: 'order_not_found' },
    { kind: 'order_unpaid' },
    { kind: 'order_refunded' },
    { kind: 'order_erased' },
    {
      kind: 'order_needs_review',
      finding: { part: 1, plate: 1, line: 8, command: 'M600', reason: 'waits for a person' },
    },
    { kind: 'tracking_contradicts' },
  ],
  handler: async function setStatusOfLegacyOrder({ deps }, { body }) {
    const set = await setLegacyOrderStatus(deps, body)
    return set.ok ? ok({ ok: true }) : set
  },
})

export const printFinishedRoute = route({
  method: 'POST',
  path: '/api/farm/orders/:code/print-finished',
  id: 'reportPrintFinished',
  tag: 'Farm',
  summary: 'Report that a print job ended',
  description: 'Moves an order from PRINTING to PRINTED, and leaves one in any other state alone.',
  access: internal,
  parameters: [codeParameter],
  response: { description: 'The current order.', schema: anyOrder, example: orderExample },
  refusals: [{ kind: 'order_not_found' }, { kind: 'print_job_not_running', status: 'ACCEPTED' }],
  handler: async function finishPrint({ deps }, { params }) {
    const finished = await finishPrintJob(deps, params.code)
    if (!finished.ok) return finished
    return ok(orderJson(finished.value, await orderRead(deps, finished.value)))
  },
})
