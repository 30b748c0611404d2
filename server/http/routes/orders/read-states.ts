// POST /api/print/orders/status: the states of many orders by code (decisions.md 57). Callers must know the codes,
// because nothing is listed.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { chargeStandingOf, chargeStandings } from '../../../domain/orders/charge/charge-standing.ts'
import { maxStates, readOwnStates } from '../../../domain/orders/read/read-states.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../../domain/orders/record/status.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { json } from '../../contract/body.ts'
import { updatedAtText } from '../../contract/field-texts.ts'
import { type JsonOf, moment, named, orNull, says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import {
  orderCode,
  orderExample,
  orderReference,
  paid,
  refunded,
  status,
  statusLabel,
  tracking,
  trackingJson,
} from './order-json.ts'

const codesRule = `must be a list of 1 to ${maxStates} order codes`

const orderState = named(
  'OrderState',
  v.object({
    code: orderCode,
    reference: orderReference,
    status,
    statusLabel,
    paid,
    charge: says(v.picklist(chargeStandings), 'Outcome of the charge.'),
    refunded,
    tracking: says(orNull(tracking), 'null until the order ships.'),
    updatedAt: moment(updatedAtText),
  }),
  'The status of an order.',
)

const states = named(
  'OrderStates',
  v.object({
    orders: says(v.array(orderState), 'In the order of the codes, each once.'),
    unknown: says(v.array(v.string()), 'Codes that match no order of this account.'),
  }),
  'The statuses of orders.',
)

const { code } = orderExample

export const readStatesRoute = route({
  method: 'POST',
  path: '/api/print/orders/status',
  id: 'readOrderStates',
  tag: 'Orders',
  summary: 'Read the state of many orders',
  description:
    `The state of at most ${maxStates} orders whose codes you have, in one request. A code that matches no order of the account is listed as ` +
    'unknown, and so are orders of the website (`CART-`, `ORD-`, `STORE-`). Reading has no limit.',
  access: account({ accepts: ['api_key'] }),
  body: json(
    v.object({
      codes: v.pipe(
        v.array(text('An order’s code.'), codesRule),
        v.minLength(1, codesRule),
        v.maxLength(maxStates, codesRule),
      ),
    }),
    { example: { codes: [code, 'SVC-2B4C6D'] }, refused: [{ codes: [] }] },
  ),
  response: {
    description: 'The states.',
    schema: states,
    example: {
      orders: [
        {
          code,
          reference: orderExample.reference,
          status: orderExample.status,
          statusLabel: orderExample.statusLabel,
          paid: true,
          charge: 'charged',
          refunded: orderExample.refunded,
          tracking: orderExample.tracking,
          updatedAt: orderExample.updatedAt,
        },
      ],
      unknown: ['SVC-2B4C6D'],
    },
  },
  handler: async function readOrderStates({ deps }, { caller, body: { codes } }) {
    const { orders, unknown } = await readOwnStates(deps, caller, codes)
    return ok({ orders: orders.map(stateJson), unknown: [...unknown] })
  },
})

const stateJson = (order: Order): JsonOf<typeof orderState> => ({
  code: order.code,
  reference: order.reference,
  status: order.status,
  statusLabel: orderStatusLabels[order.status],
  paid: isPaid(order),
  charge: chargeStandingOf(order),
  refunded: dollarsOfCents(order.refundedCents),
  tracking: trackingJson(order),
  updatedAt: order.updatedAt.toISOString(),
})
