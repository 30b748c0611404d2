// get_order: everything about one of the account's own orders, but for the address.
import * as v from 'valibot'
import { agentToolScopes } from '../../server/domain/limits/table.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge-standing.ts'
import { type ListedOrder, readListedOrder } from '../../server/domain/orders/list-orders.ts'
import type { Order } from '../../server/domain/orders/order.ts'
import { payabilityOf } from '../../server/domain/orders/payable.ts'
import { orderStatusLabels } from '../../server/domain/orders/status.ts'
import { statusLineOf } from '../../server/domain/orders/tracking.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { type ToolOutcome, toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { chargeClause } from './charge-fields.ts'
import { atMostCharacters, timeouts } from './fields.ts'
import {
  orderFields,
  orderOutput,
  partsWords,
  trackingWords,
  webOrderFields,
} from './order-fields.ts'
import { refusal } from './refusal.ts'

export const getOrder = defineTool({
  name: 'get_order',
  title: 'Read one of your orders',
  description: `Reads one order of the account that the key belongs to: status, whether it is paid and what became of the charge, amounts, what was refunded, print options, quote_id, tracking, the page of the order and, when it may be paid, the page to pay at. Of orders of the website checkout (CART-, ORD- and STORE- codes, placed with the account's email) it has status and tracking only. Never an address. Another account's order is reported as not found.

Free, needs an API key, changes nothing. Use it to follow an order about every five minutes until SHIPPED, CANCELLED or REJECTED, and after create_print_order ended without a clear answer. list_my_orders finds codes; track_order works without a key for whoever knows the buyer's email. If the order is not found, compare the code letter by letter; asking again with the same code will not help.`,
  arguments: {
    code: v.pipe(
      v.string(),
      atMostCharacters(64),
      v.description(
        'Code of the order, exactly as list_my_orders has it, such as SVC-ABC234 or CART-ABC234; case-sensitive.',
      ),
    ),
  },
  output: orderOutput,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  cost: 'free',
  auth: 'apiKey',
  scopes: agentToolScopes.get_order,
  timeoutMs: timeouts.read,
  run: async ({ deps, caller }, { code }) => {
    const found = await readListedOrder(deps, caller, code)
    return found.ok ? answerOf(found.value, deps.baseUrl) : refusal(found.failure)
  },
})

function answerOf({ store, order }: ListedOrder, baseUrl: string): ToolOutcome<Output> {
  const status = `${orderStatusLabels[order.status]}. ${statusLineOf(order)}`
  if (store === 'web') {
    return toolResult(
      `Website order ${order.code}: ${status}${trackingWords(order.tracking)}`,
      webOrderFields(order),
    )
  }
  const fields = orderFields(store, order, baseUrl)
  const money = `${formatDollars(order.price.totalCents)} ${order.paid ? 'paid' : 'not paid'}${refundWords(order)}`
  return toolResult(
    `Order ${order.code} (${money}): ${status}${partsWords(order)}${trackingWords(order.tracking)}${payWords(order, fields.payment_url)}`,
    fields,
  )
}

const refundWords = ({ refundedCents }: Order): string =>
  refundedCents === 0 ? '' : `, ${formatDollars(refundedCents)} of it refunded`

type Output = v.InferOutput<typeof orderOutput>

/** What became of the charge, and whether to pay now: a charge that may still arrive is not paid a second time. */
function payWords(order: Order, paymentUrl: string | null): string {
  switch (payabilityOf(order)) {
    case 'paid':
    case 'closed':
      return ''
    case 'payable':
      return ` ${chargeClause(order)} Pay at ${paymentUrl}.`
    case 'settling':
      return chargeStandingOf(order) === 'settling'
        ? ` ${chargeClause(order)} Look again in a minute before anything is paid.`
        : ' A payment for it is under way. Look again in a minute before anything else is paid.'
  }
}
