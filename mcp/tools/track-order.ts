// track_order: the stage of an order, for anyone who knows its code and email address.

import * as v from 'valibot'
import { maxEmailAddressCharacters } from '../../server/domain/base/text/text-lengths.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { statusLineOf } from '../../server/domain/orders/read/status-line.ts'
import { trackOrder as track } from '../../server/domain/orders/read/track-order.ts'
import { orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import { readsHere } from '../annotations.ts'
import { refuse, toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { orNull, sanelyShort, statusWord, text, timeouts, trackingFields } from './fields.ts'
import { trackingJson } from './order-fields.ts'
import { nextSentence, trackingSentence } from './order-sentences.ts'
import { refusal } from './refusal.ts'

const output = v.object({
  order_code: text('As sent.'),
  status: statusWord,
  stage: text('The status in words.'),
  description: text('One line on what that means.'),
  tracking: orNull(trackingFields, 'null until it ships.'),
  updated_at: text('When it last changed, ISO 8601.'),
})

type Output = v.InferOutput<typeof output>

export const trackOrder = defineTool({
  name: 'track_order',
  title: 'Track an order by code and email',
  description: `Returns the stage of one order, a line on what it means, and its tracking: orders over the print API or by an agent (SVC- codes), and of the website (CART-, ORD-, STORE-). Never an address, a name or a price.

Free, needs no key: code and email address prove that the order is yours; a wrong email looks like an unknown code. With a key, get_order returns more and list_my_orders finds codes. If the order is not found, check both with the buyer, letter by letter; the same ones will not help. Poll at most every five minutes, until SHIPPED, CANCELLED or REJECTED.`,
  arguments: {
    order_code: v.pipe(
      v.string(),
      sanelyShort(64),
      v.description('Exactly as given, such as SVC-ABC234.'),
    ),
    email: v.pipe(
      v.string(),
      sanelyShort(maxEmailAddressCharacters),
      v.description('The email on the order.'),
    ),
  },
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'public',
  allowances: agentToolAllowances.track_order,
  timeoutMs: timeouts.read,
  run: async ({ deps }, { order_code: code, email }) => {
    const { timeZone } = deps.farmLoad
    const outcome = await track({ ...deps, timeZone }, { code, email })
    if (!outcome.ok) {
      return outcome.failure.kind === 'order_not_found'
        ? refuse(
            'No order has that code together with that email address. Check both with the buyer, and call again; a code is case-sensitive.',
            'order_not_found',
          )
        : refusal(outcome.failure)
    }
    const order = outcome.value
    const fields: Output = {
      order_code: order.code,
      status: order.status,
      stage: orderStatusLabels[order.status],
      description: [statusLineOf(order), order.shipDay].filter((line) => line !== null).join(' '),
      tracking: trackingJson(order.tracking),
      updated_at: order.updatedAt.toISOString(),
    }
    return toolResult(
      `Order ${order.code}: ${fields.stage}. ${fields.description}${trackingSentence(order.tracking)}${nextSentence(order, deps.baseUrl)}`,
      fields,
    )
  },
})
