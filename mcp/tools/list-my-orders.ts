// list_my_orders: the account's newest orders across all stores.

import * as v from 'valibot'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { listOwnOrders, maxListedOrders } from '../../server/domain/orders/read/list-orders.ts'
import { readsHere } from '../annotations.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { integer, timeouts } from './fields.ts'
import { listedLegacyFields, listedOrderFields, listedOutput } from './order-fields.ts'
import { listedLine } from './order-sentences.ts'

const output = v.object({
  count: integer(`Number of orders listed, at most ${maxListedOrders}.`),
  orders: v.pipe(v.array(listedOutput), v.description('Newest first.')),
})

export const listMyOrders = defineTool({
  name: 'list_my_orders',
  title: "List the account's recent orders",
  description: `Lists the account's ${maxListedOrders} newest orders, from create_print_order, the print API and the website checkout with the account's email: code, quote_id, time, status, amount, charge, file name and tracking, never an address.

Free, needs an API key. Use it to find a code, and always when create_print_order ended without a clear result: an order with the same quote_id exists and must not be placed again. get_order has all about one order; track_order works without a key. If it fails, call again.`,
  arguments: {},
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'apiKey',
  allowances: agentToolAllowances.list_my_orders,
  timeoutMs: timeouts.read,
  run: async ({ deps, caller }) => {
    const listed = await listOwnOrders(deps, caller)
    const orders = listed.map((entry) =>
      entry.kind === 'progress'
        ? listedLegacyFields(entry.order)
        : listedOrderFields(entry.store, entry.order),
    )
    const lines = listed.map(listedLine)
    const sentence =
      orders.length === 0
        ? 'This account has no orders yet. quote_print makes the price of a model, which create_print_order orders.'
        : `${orders.length === 1 ? 'The most recent order' : `The ${orders.length} most recent orders, newest first`}. ${lines.join('; ')}. get_order has all about one of them.`
    return toolResult(sentence, { count: orders.length, orders })
  },
})
