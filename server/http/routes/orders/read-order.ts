// GET /api/print/orders/{code}: reads one of the caller's orders (contract.md 4.3), immediately or when its status
// changes (decisions.md 57).

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { readWhole } from '../../../domain/base/text/whole-number.ts'
import type { ReadFailure } from '../../../domain/orders/failure.ts'
import {
  isSameState,
  maxWaitSeconds,
  readOwnOrder,
} from '../../../domain/orders/read/read-order.ts'
import { orderStatusLines } from '../../../domain/orders/record/status.ts'
import { type ChangeWaits, maxWaitsPerCaller } from '../../live/change-waits.ts'
import { account } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { route } from '../../middleware/route.ts'
import { hasOtherVersion } from '../../responses/etags.ts'
import { codeParameter, order, orderExample, orderJson, orderRead } from './order-json.ts'

export type OrderReadContext = HttpContext & { readonly orderWaits: ChangeWaits }

const accepts = ['api_key'] as const

export const readOrderRoute = route({
  method: 'GET',
  path: '/api/print/orders/:code',
  id: 'readPrintOrder',
  tag: 'Orders',
  summary: 'Read an order',
  description:
    'Poll this endpoint about every five minutes until the status is SHIPPED, DELIVERED, CANCELLED or REJECTED; there are no webhooks. An ' +
    'unknown code and another account’s order get the same 404. Reading has no limit. While `charge` is `settling`, read it ' +
    'again in a minute, or send `wait`. `POST /api/print/orders/status` reads many orders in one request.\n\n' +
    `\`REJECTED\` means: ${orderStatusLines.REJECTED} When the farm cancels or rejects a paid order, \`paid\` stays true, also ` +
    'after a refund: operators refund in full or in part, and `refunded` states the amount.\n\n' +
    'Only orders that were placed with a key are read, whose codes begin with `SVC-`. Orders of the website (`CART-`, `ORD-`, `STORE-`) can have ' +
    'several parts and get the 404 as well: `get_order` of the agent endpoint and `svc track` read them.',
  conditional: true,
  access: account({ accepts }),
  parameters: [
    codeParameter,
    {
      name: 'wait',
      in: 'query',
      description:
        `Seconds to wait for a change of the status, the charge or the tracking, at most ${maxWaitSeconds}. The response is sent on a ` +
        'change; without one, it is sent when the time expires. With an `If-None-Match` of another version, it is sent immediately: send the ETag of ' +
        `the last response, so that no change between two reads is missed. Beyond ${maxWaitsPerCaller} waiting reads of an account, it is sent immediately.`,
      schema: { type: 'integer', minimum: 0, maximum: maxWaitSeconds },
    },
  ],
  response: { description: 'The order.', schema: order, example: orderExample },
  refusals: [{ kind: 'order_not_found' }, { kind: 'wait_invalid' }],
  handler: async function readPrintOrder(
    { deps, orderWaits, authenticate }: OrderReadContext,
    { request, caller, params: { code }, query },
  ) {
    const seconds = readWait(query['wait'])
    if (!seconds.ok) return seconds
    const first = await readOwnOrder(deps, caller, code)
    if (!first.ok) return first
    const { value: ownOrder } = first
    const json = orderJson(ownOrder, await orderRead(deps, ownOrder))
    if (seconds.value === 0 || hasOtherVersion(request, json)) return ok(json)
    const last = await orderWaits.until({
      key: code,
      caller: caller.accountId,
      ms: seconds.value * 1000,
      signal: request.signal,
      first,
      read: () => readOwnOrder(deps, caller, code),
      isSame: (read) => read.ok && isSameState(read.value, ownOrder),
    })
    // The key may have been revoked during the wait.
    if ((await authenticate(request, accepts)) === null) return fail({ kind: 'api_key_required' })
    return last.ok ? ok(orderJson(last.value, await orderRead(deps, last.value))) : last
  },
})

/** Reads `wait`. A repeated or empty value is as invalid as a text. */
function readWait(text: string | undefined): Result<number, ReadFailure> {
  if (text === undefined) return ok(0)
  const seconds = readWhole(text, 2)
  return seconds === null || seconds > maxWaitSeconds ? fail({ kind: 'wait_invalid' }) : ok(seconds)
}
