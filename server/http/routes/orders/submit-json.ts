// Response to a submit (contract.md 4.2).

import * as v from 'valibot'
import {
  chargeStandingOf,
  chargeStandings,
  standingsText,
} from '../../../domain/orders/charge/charge-standing.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import { orderPageUrl } from '../../../domain/orders/record/page-urls.ts'
import {
  paymentOfResponse,
  type SubmitResponse,
} from '../../../domain/orders/record/submit-response.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { dollars, type JsonOf, link, named, orNull, says, text } from '../../contract/schemas.ts'
import { currency, orderStatus } from '../../contract/words.ts'
import { chargeMessage } from './charge-message.ts'
import {
  breakdown,
  breakdownExample,
  breakdownJson,
  estimatedCost,
  orderCode,
  orderReference,
  paid,
  partSize,
  partSizeJson,
  payUntilField,
  statusUrl,
} from './order-json.ts'
import { noteOf, remarks } from './submit-remarks.ts'

export const submittedOrder = named(
  'SubmittedOrder',
  v.object({
    code: orderCode,
    estimatedCost,
    currency,
    breakdown,
    ...partSize,
    reference: orderReference,
    statusUrl,
    apiStatusUrl: link('The address to poll with the key.'),
    status: orderStatus.exact(
      'RECEIVED when the card was charged, PENDING_PAYMENT when it was not. A retry whose first response was lost, or not final, returns the present status.',
    ),
    paid,
    charge: says(
      v.picklist(chargeStandings),
      `Outcome of the charge. ${standingsText(chargeStandings)}. While it is settling, do not order again; a repeat under the same Idempotency-Key, and the order’s read, tell within minutes how it ended.`,
    ),
    charged: v.optional(dollars('The amount taken. Only when paid.')),
    paymentUrl: orNull(
      link(
        'The page on which an unpaid order can be paid. null when it is paid, cancelled or rejected, while its charge is settling, and when the processor gave no link.',
      ),
    ),
    checkoutUrl: v.optional(
      orNull(
        link(
          'The processor’s own payment page. Only when unpaid; null while the charge is settling or when it gave no link.',
        ),
      ),
    ),
    payUntil: v.optional(payUntilField),
    message: text(
      'One sentence on what happened: paid, not paid with the reason (a decline is quoted word for word), or not settled yet.',
    ),
    ...remarks,
  }),
  'An order that was just placed, paid or not.',
)

export const submittedExample = {
  code: 'SVC-7KQ2ZM',
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  dimensionsMm: [32.9, 32.9, 32.9],
  unit: 'mm',
  reference: null,
  statusUrl: 'https://example.com/orders/SVC-7KQ2ZM',
  apiStatusUrl: 'https://example.com/api/print/orders/SVC-7KQ2ZM',
  status: 'RECEIVED',
  paid: true,
  charge: 'charged',
  charged: 11.8,
  paymentUrl: null,
  message: 'Order SVC-7KQ2ZM is paid: $11.80 was charged to your saved card.',
}

export function submittedJson(
  response: SubmitResponse,
  baseUrl: string,
): JsonOf<typeof submittedOrder> {
  const order = { ...response, payment: paymentOfResponse(response) }
  const page = orderPageUrl(order.code, baseUrl)
  return {
    code: order.code,
    estimatedCost: dollarsOfCents(order.totalCents),
    currency: 'USD',
    breakdown: breakdownJson(order),
    statusUrl: page,
    apiStatusUrl: `${baseUrl}/api/print/orders/${order.code}`,
    status: order.status,
    paid: order.paid,
    charge: chargeStandingOf(order),
    ...(order.paid ? { charged: dollarsOfCents(order.totalCents) } : {}),
    // Also null when the processor returned no link (contract.md 2.1).
    paymentUrl: order.checkoutUrl === null ? null : paymentUrlOf(order, baseUrl),
    ...(order.paid ? {} : { checkoutUrl: order.checkoutUrl }),
    ...(paymentUrlOf(order, baseUrl) !== null &&
      order.payUntil !== undefined && { payUntil: order.payUntil }),
    message: chargeMessage(order, { hasLink: order.checkoutUrl !== null }),
    ...partSizeJson(order.size ?? null),
    reference: order.reference ?? null,
    ...noteOf(order),
    ...(order.adjusted === undefined ? {} : { adjusted: order.adjusted }),
    ...(order.ignored === undefined ? {} : { ignored: order.ignored }),
  }
}
