// create_print_order: turns a quote into an order and charges the saved card.

import * as v from 'valibot'
import { buyerFieldLimits } from '../../server/domain/accounts/buyer.ts'
import { maxEmailAddressCharacters } from '../../server/domain/base/text/text-lengths.ts'
import { maxNoteCharacters } from '../../server/domain/catalog/options.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge/charge-standing.ts'
import { paymentUrlOf } from '../../server/domain/orders/charge/payable.ts'
import { payDay } from '../../server/domain/orders/charge/payment-deadline.ts'
import type { Order } from '../../server/domain/orders/record/order.ts'
import { orderPageUrl } from '../../server/domain/orders/record/page-urls.ts'
import { isPaid } from '../../server/domain/orders/record/payment.ts'
import { maxReferenceCharacters } from '../../server/domain/orders/record/reference.ts'
import { maxAddressCharacters } from '../../server/domain/orders/submit/order-form.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { orderQuote } from '../../server/domain/quotes/order-quote.ts'
import { quoteHours } from '../../server/domain/quotes/quote.ts'
import { refuse, type ToolRefusal, toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { chargeClause, chargeWord } from './charge-fields.ts'
import {
  atMostCharacters,
  countryPattern,
  currency,
  flag,
  number,
  orNull,
  sanelyShort,
  statusWord,
  text,
  timeouts,
} from './fields.ts'
import { refusal } from './refusal.ts'

const output = v.object({
  order_code: text('For get_order; with the email also for track_order.'),
  paid: flag('Whether the card was charged.'),
  charge: chargeWord,
  charged: orNull(v.number(), 'Dollars that were charged; null when unpaid.'),
  amount: number('Dollars of the order.'),
  currency,
  status: statusWord,
  status_url: text('Page of the order; needs no sign-in.'),
  payment_url: orNull(
    v.string(),
    'Page where the buyer pays an unpaid order; null when paid and while the charge is settling.',
  ),
  quoted_total: number('Dollars that were quoted; always equal to amount.'),
})

type Output = v.InferOutput<typeof output>

/** Limits for values as sent. They exceed the stored lengths, because the domain truncates or refuses the values. */
const sentCharacters = { quoteId: 64, zip: 40, phone: 60, vatId: 40 } as const

const line = (description: string, maxCharacters: number = maxAddressCharacters) =>
  v.pipe(v.string(), sanelyShort(maxCharacters), v.description(description))

export const createPrintOrder = defineTool({
  name: 'create_print_order',
  title: 'Place a quoted order and charge the card',
  description: `Places the order for one quote and charges the quoted total to the account's saved card at once. Costs money and cannot be cancelled, changed or repeated: call it only after the buyer has seen and agreed to the price of quote_print and the address.

Needs an API key and an unused quote_id, at most ${quoteHours} hours old, for the same country. charge says how it ended. charged: paid. declined, not_made or no_card: not a failure; the order exists unpaid, and the buyer can pay it at payment_url. settling: not confirmed yet, nothing may be paid; check get_order in a minute. Never call this tool or quote_print again for the order. After a timeout or lost connection the card may have been charged: first check list_my_orders or get_order. A refusal that says nothing was charged can be corrected and sent again.`,
  arguments: {
    quote_id: line('From quote_print; fixes price, file and options.', sentCharacters.quoteId),
    confirm: v.pipe(
      v.literal(
        true,
        'must be exactly true, once the buyer has agreed to the price and the address',
      ),
      v.description('Exactly true: the buyer agreed to the total and this address.'),
    ),
    recipient_name: line('The recipient.'),
    email: line('For the email and track_order.', maxEmailAddressCharacters),
    street1: line('Street and number.'),
    street2: v.optional(line('Second line.')),
    city: line('City or town.'),
    state: line('State or region.'),
    zip: line('Postal code.', sentCharacters.zip),
    country: v.pipe(countryPattern, v.description("The quote's country.")),
    phone: v.optional(line('For the carrier.', sentCharacters.phone)),
    company: v.optional(line('For the invoice.', buyerFieldLimits.company)),
    vat_id: v.optional(line('For the invoice.', sentCharacters.vatId)),
    purchase_order: v.optional(line('For the invoice.', buyerFieldLimits.purchaseOrder)),
    reference: v.optional(line('Your reference.', maxReferenceCharacters)),
    note: v.optional(
      v.pipe(v.string(), atMostCharacters(maxNoteCharacters), v.description('For the farm.')),
    ),
  },
  output,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  cost: 'money',
  auth: 'apiKey',
  allowances: agentToolAllowances.create_print_order,
  timeoutMs: timeouts.order,
  run: async (
    { deps, caller, progressNotes, markSpending, returnAllowances },
    { quote_id: quoteId, confirm: _, ...address },
  ) => {
    const {
      recipient_name: recipientName,
      vat_id: vatId,
      purchase_order: purchaseOrder,
      ...same
    } = address
    const values = Object.entries({ recipientName, vatId, purchaseOrder, ...same })
    progressNotes.set('quote_id', quoteId)
    const placed = await orderQuote(deps, caller, {
      quoteId,
      fields: new Map(
        values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      onSpending: markSpending,
      onPlaced: (code) => void progressNotes.set('order_code', code),
    })
    if (!placed.ok) {
      // A framework that repeats a call must not block the account for an hour.
      if (placed.failure.kind === 'quote_spent') await returnAllowances()
      return placed.failure.kind === 'order_unconfirmed'
        ? toUnconfirmed(progressNotes)
        : refusal(placed.failure)
    }
    const { order, quote } = placed.value
    const fields = fieldsOf(order, quote.price.totalCents, deps.baseUrl)
    return toolResult(sentenceOf(order, fields), fields)
  },
  timedOut: toUnconfirmed,
})

function fieldsOf(order: Order, quotedCents: number, baseUrl: string): Output {
  const paid = isPaid(order)
  const amount = dollarsOfCents(order.price.totalCents)
  return {
    order_code: order.code,
    paid,
    charge: chargeStandingOf(order),
    charged: paid ? amount : null,
    amount,
    currency: 'USD',
    status: order.status,
    status_url: orderPageUrl(order.code, baseUrl),
    payment_url: paymentUrlOf(order, baseUrl),
    quoted_total: dollarsOfCents(quotedCents),
  }
}

function sentenceOf(order: Order, { paid, payment_url, status_url }: Output): string {
  const total = formatDollars(order.price.totalCents)
  if (paid) {
    return `Order ${order.code} is placed and paid: ${total} was charged to the saved card. Follow it with get_order or at ${status_url}.`
  }
  const again = 'Do not call create_print_order again and do not quote again for it.'
  if (payment_url === null) {
    return `Order ${order.code} is placed. ${chargeClause(order)} Whether ${total} was charged will be settled from the processor's record within minutes: check get_order, and pay nothing before that. ${again}`
  }
  return `Order ${order.code} is placed but not paid. ${chargeClause(order)} The buyer can pay ${total} at ${payment_url} until ${payDay(order)}, and then it goes into review. ${again}`
}

/** A spending call that times out is unconfirmed, not failed (contract.md 5.8). */
function toUnconfirmed(notes: ReadonlyMap<string, string>): ToolRefusal {
  const code = notes.get('order_code')
  return code === undefined
    ? refuse(
        `Unconfirmed: this call ended without a response, and the order may exist and be charged. Do not call create_print_order again and do not quote again. Call list_my_orders in a minute and look for ${notes.has('quote_id') ? `quote_id ${notes.get('quote_id')}` : 'the quote_id of this call'}: if an order has it, the order is placed.`,
        'order_unconfirmed',
      )
    : refuse(
        `Unconfirmed: order ${code} exists, but whether its charge went through is not known yet. Do not call create_print_order again and do not quote again. Check get_order with code ${code} in a minute.`,
        'order_unconfirmed',
      )
}
