// GET /api/print/orders/{code}: reads one order of the caller (contract.md 4.3).
import { ok } from '../../../domain/base/result.ts'
import { readOwnOrder } from '../../../domain/orders/read/read-order.ts'
import { orderStatusLines } from '../../../domain/orders/status.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { codeParameter, order, orderExample, orderJson, orderRead } from './order-json.ts'

export const readOrderRoute = route({
  method: 'GET',
  path: '/api/print/orders/:code',
  id: 'readPrintOrder',
  tag: 'Orders',
  summary: 'Read an order',
  description:
    'Poll this about every five minutes until the status is SHIPPED, CANCELLED or REJECTED; there are no webhooks. An ' +
    'unknown code and another account’s order get the same 404. Reading has no limit. While `charge` is `settling` look ' +
    'again in a minute.\n\n' +
    `\`REJECTED\` means: ${orderStatusLines.REJECTED} When the farm cancels or rejects a paid order, \`paid\` stays true, also ` +
    'after a refund: operators refund in full or in part, and the order’s page shows what was refunded.',
  conditional: true,
  access: account({ accepts: ['api_key'] }),
  parameters: [codeParameter],
  response: { description: 'The order.', schema: order, example: orderExample },
  refusals: [{ kind: 'order_not_found' }],
  handler: async function readPrintOrder({ deps }, { caller, params }) {
    const order = await readOwnOrder(deps, caller, params.code)
    if (!order.ok) return order
    return ok(orderJson(order.value, await orderRead(deps, order.value)))
  },
})
