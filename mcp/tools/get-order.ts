// get_order: everything about one of the account's orders, except the address.

import * as v from 'valibot'
import type { AccountCaller } from '../../server/domain/base/caller.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { findOwnedModel } from '../../server/domain/models/find-owned-model.ts'
import { payabilityOf } from '../../server/domain/orders/charge/payable.ts'
import { payDay } from '../../server/domain/orders/charge/payment-deadline.ts'
import type { LegacyOrder } from '../../server/domain/orders/ports.ts'
import { readListedOrder, type Store } from '../../server/domain/orders/read/list-orders.ts'
import { statusLineOf } from '../../server/domain/orders/read/status-line.ts'
import type { Order } from '../../server/domain/orders/record/order.ts'
import { listLines, type OrderLine } from '../../server/domain/orders/record/order-lines.ts'
import { payPageUrl } from '../../server/domain/orders/record/page-urls.ts'
import { isPaid } from '../../server/domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { readsHere } from '../annotations.ts'
import { type ToolOutcome, toolResult } from '../content.ts'
import type { ToolDeps } from '../deps.ts'
import { defineTool } from '../registry.ts'
import { chargeClause } from './charge-fields.ts'
import { sanelyShort, timeouts } from './fields.ts'
import { type Contents, legacyOrderFields, orderFieldsOf, orderOutput } from './order-fields.ts'
import { contentSentence, nextSentence, trackingSentence } from './order-sentences.ts'
import { refusal } from './refusal.ts'

export const getOrder = defineTool({
  name: 'get_order',
  title: 'Read one of your orders',
  description: `Reads one order of the account: status, payment, charge, amounts, refunds, print options, quote_id, tracking, its page and, while it may be paid, the page to pay at. A website order of several lines lists them in lines and has null in single-part fields; one of the earlier website has only status and tracking. Returns no address.

Free, needs an API key, changes nothing. Use it to follow an order, about every 5 minutes until SHIPPED, CANCELLED or REJECTED, and after an unclear create_print_order. list_my_orders finds codes; track_order works without a key, by code and email. Other accounts' orders are not found. If an order is not found, check the code letter by letter.`,
  arguments: {
    code: v.pipe(
      v.string(),
      sanelyShort(64),
      v.description('Exactly as list_my_orders has it, such as SVC-ABC234; case-sensitive.'),
    ),
  },
  output: orderOutput,
  annotations: readsHere,
  cost: 'free',
  auth: 'apiKey',
  allowances: agentToolAllowances.get_order,
  timeoutMs: timeouts.read,
  run: async ({ deps, caller }, { code }) => {
    const order = await readListedOrder(deps, caller, code)
    if (!order.ok) return refusal(order.failure)
    const listed = order.value
    const { baseUrl } = deps
    if (listed.kind === 'progress') return progressOutcome(listed.order, baseUrl)
    const [lines, jobs] = await Promise.all([
      listLines(deps, listed.order),
      deps.printJobs.supportsOfOrder(listed.order.id),
    ])
    const owned = await ownedAmong(deps, caller, lines)
    return placedOutcome(listed.store, listed.order, { lines, jobs, owned, baseUrl })
  },
})

/** Returns the model addresses in the lines that quote_print accepts from the caller. */
async function ownedAmong(
  deps: Pick<ToolDeps, 'models' | 'objects'>,
  caller: AccountCaller,
  lines: readonly OrderLine[],
): Promise<ReadonlySet<string>> {
  const uris = [...new Set(lines.map(({ file }) => file.uri))]
  const found = await Promise.all(uris.map((uri) => findOwnedModel(deps, caller, uri)))
  return new Set(uris.filter((_, index) => found[index]?.ok))
}

const statusText = (order: Order | LegacyOrder): string =>
  `${orderStatusLabels[order.status]}. ${statusLineOf(order)}`

const progressOutcome = (order: LegacyOrder, baseUrl: string): ToolOutcome<Output> =>
  toolResult(
    `Website order ${order.code}: ${statusText(order)}${trackingSentence(order.tracking)}${nextSentence(order, baseUrl)}`,
    legacyOrderFields(order),
  )

function placedOutcome(store: Store, order: Order, contents: Contents): ToolOutcome<Output> {
  const { baseUrl } = contents
  const fields = orderFieldsOf(store, order, contents)
  const money = `${formatDollars(order.price.totalCents)} ${paidWord(order)}${refundClause(order)}`
  return toolResult(
    `Order ${order.code} (${money}): ${statusText(order)}${contentSentence(order, contents)}${trackingSentence(order.tracking)}${paymentSentence(order, baseUrl)}${sameAgain(order, fields)}${nextSentence(order, baseUrl, isSettling(order))}`,
    fields,
  )
}

/** Whether the charge may still change. The sentence on the payment then says when to read the order again. */
const isSettling = (order: Order): boolean =>
  ['charge_settling', 'payment_pending'].includes(payabilityOf(order))

/**
 * Returns how to order the same again. Empty while the order may still be paid, because the agent would place a second
 * order.
 */
function sameAgain(order: Order, { model_url }: Output): string {
  if (model_url === null || !['paid', 'closed', 'not_due'].includes(payabilityOf(order))) return ''
  return ` For the same again, call quote_print with model_url ${model_url} and its options.`
}

function paidWord(order: Order): string {
  if (isPaid(order)) return 'paid'
  return payabilityOf(order) === 'not_due' ? 'not due' : 'not paid'
}

const refundClause = ({ refundedCents }: Order): string =>
  refundedCents === 0 ? '' : `, ${formatDollars(refundedCents)} of it refunded`

type Output = v.InferOutput<typeof orderOutput>

/**
 * Returns the result of the charge, and whether to pay now. An order whose charge may still arrive must not be paid a
 * second time.
 */
function paymentSentence(order: Order, baseUrl: string): string {
  switch (payabilityOf(order)) {
    case 'paid':
    case 'closed':
      return ''
    case 'not_due':
      return ' Nothing is to be paid: the farm prints it without a payment here.'
    case 'payable':
      return ` ${chargeClause(order)} Pay at ${payPageUrl(order.code, baseUrl)} by ${payDay(order)}.`
    case 'charge_settling':
      return ` ${chargeClause(order)} Check again in a minute before paying anything.`
    case 'payment_pending':
      return ' A payment for it is in progress. Check again in a minute before paying anything else.'
  }
}
