// get_order: everything about one of the account's own orders, but for the address.
import * as v from 'valibot'
import { agentToolScopes } from '../../server/domain/limits/table.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge-standing.ts'
import type { Order } from '../../server/domain/orders/order.ts'
import { payabilityOf } from '../../server/domain/orders/payable.ts'
import { readOwnOrder } from '../../server/domain/orders/read-order.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { answered } from '../content.ts'
import { defineTool } from '../registry.ts'
import { chargeClause } from './charge-fields.ts'
import { atMostCharacters, timeouts } from './fields.ts'
import { orderAnswer, orderFields, statusLines, trackingWords } from './order-fields.ts'
import { refusal } from './refusal.ts'

export const getOrder = defineTool({
  name: 'get_order',
  title: 'Read one of your orders',
  description: `Reads one order of the account that the key belongs to: status, whether it is paid and what became of the charge, amounts, print options, tracking, the page of the order and, when it may be paid, the page to pay at. Never an address. Another account's order is reported as not found.

Free, needs an API key, changes nothing. Use it to follow an order about every five minutes until SHIPPED, CANCELLED or REJECTED, and after create_print_order ended without a clear answer. list_my_orders finds codes; track_order works without a key for whoever knows the buyer's email, and for website orders. If the order is not found, compare the code letter by letter; asking again with the same code will not help.`,
  arguments: {
    code: v.pipe(
      v.string(),
      atMostCharacters(64),
      v.description('Code of the order, exactly as given, such as SVC-ABC234; case-sensitive.'),
    ),
  },
  answer: orderAnswer,
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
    const found = await readOwnOrder(deps, caller, code)
    if (!found.ok) return refusal(found.failure)
    const order = found.value
    const fields = orderFields(order, deps.baseUrl)
    const money = order.paid
      ? `${formatDollars(order.price.totalCents)} paid`
      : `${formatDollars(order.price.totalCents)} not paid`
    return answered(
      `Order ${order.code} (${money}): ${fields.status_label}. ${statusLines[order.status]}${trackingWords(order.tracking)}${payWords(order, fields.payment_url)}`,
      fields,
    )
  },
})

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
