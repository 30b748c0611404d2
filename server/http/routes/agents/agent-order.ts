// POST /api/agent/order: turns a text into a draft order (decisions.md 43).
import * as v from 'valibot'
import { type DraftOrder, draftOrder, type WordsInput } from '../../../domain/agents/draft-order.ts'
import { ok } from '../../../domain/base/result.ts'
import { limits } from '../../../domain/limits/table.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { readReference } from '../../../domain/orders/record/reference.ts'
import { strictJson } from '../../contract/body.ts'
import { buyerBody, buyerFieldsOf, referenceText } from '../../contract/buyer-json.ts'
import { storedModelText } from '../../contract/field-texts.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import {
  describedAs,
  type JsonOf,
  named,
  number,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { country, material, nozzleFlow, quality } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import {
  addressBody,
  addressExample,
  addressFields,
  addressRefusals,
  partialAddress,
} from '../cart/address-json.ts'
import {
  pricedCart,
  pricedCartExample,
  pricedCartJson,
  unpricedItemExample,
} from '../cart/cart-json.ts'

const maxText = 2000
const textRule = `must have 1 to ${maxText} characters`

const words = v.object({
  text: says(
    v.pipe(v.string(), v.trim(), v.minLength(1, textRule), v.maxLength(maxText, textRule)),
    'What to print, in English: "three copies in black PETG, 40% infill, shipped to Germany".',
  ),
  modelUrl: text(storedModelText),
  address: describedAs(v.optional(addressBody), v.optional(partialAddress)),
  ...buyerBody,
  reference: v.optional(orNull(text(referenceText))),
})

const item = named(
  'DraftItem',
  v.object({
    modelUrl: text('The address that was sent.'),
    material: material.exact('pla unless the text names one.'),
    quality: quality.exact('standard unless the text names another one.'),
    color: text('A stock color, another color, or `Default`.'),
    quantity: whole('1 if the text has no number of parts; `missing` names it if that is unclear.'),
    infill: number('Percent.'),
    layerHeight: number('mm; 0.1 for premium, 0.2 for standard unless the text names one.'),
    nozzleDiameter: number('mm'),
    nozzleFlow: nozzleFlow.exact('standard or high.'),
  }),
  'A part as the words describe it, with defaults.',
)

const drafted = named(
  'DraftedOrder',
  v.object({
    draft: says(
      named(
        'OrderDraft',
        v.object({
          items: says(v.array(item), 'One part.'),
          country: country.sent('The country of `address`, else of the text, else US.'),
          address: says(
            v.record(v.string(), v.string()),
            'The address that was sent, without the country.',
          ),
          company: v.optional(text('The company that was sent.')),
          vatId: v.optional(text('The VAT ID that was sent.')),
          purchaseOrder: v.optional(text('The purchase-order number that was sent.')),
          reference: v.optional(text('The reference that was sent.')),
        }),
        'The body of a cart.',
      ),
      'The body of POST /api/cart-reprice and, with an idempotencyKey, of POST /api/checkout.',
    ),
    missing: says(
      v.array(v.string()),
      'Fields to ask the customer for: required ones that the text does not state, and settings for which the text states several values or ' +
        'names one that is not offered. Without a color, the rate for other colors is billed, so `color` is among them.',
    ),
    quote: pricedCart,
    ignored: ignoredNames,
  }),
  'Interpretation of the text, and its price.',
)

export const agentOrderRoute = route({
  method: 'POST',
  path: '/api/agent/order',
  id: 'draftOrder',
  tag: 'Agents',
  summary: 'Create a draft order from words',
  description:
    'Reads material, quality, color, quantity, infill, layer height, nozzle and country from a text by rules, and prices the result as ' +
    'POST /api/cart-reprice does. It orders and charges nothing. A part that cannot be ordered has a `refusal` in `quote`. ' +
    `${limits['agent-order'].limit} an hour for each account.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'agent-order' }),
  body: strictJson(words, {
    example: {
      text: 'Two copies in black PETG, please.',
      modelUrl: unpricedItemExample.modelUrl,
      address: addressExample,
    },
    refused: [{ text: '', modelUrl: unpricedItemExample.modelUrl }, { adress: addressExample }],
  }),
  response: {
    description: 'The draft.',
    schema: drafted,
    example: {
      draft: { items: [unpricedItemExample], country: 'US', address: addressExample },
      missing: [],
      quote: { ...pricedCartExample, giftCard: null, dueCents: 1008 },
    },
  },
  refusals: addressRefusals,
  handler: async function draftOrderFromWords({ deps }, { caller, body }) {
    const { value, ...names } = body
    const { text: orderText, modelUrl, address = {}, reference } = value
    const stated = readReference(reference ?? undefined)
    if (!stated.ok) return stated
    const buyer = buyerFieldsOf(value)
    const input = { text: orderText, modelUrl, address: addressFields(address), buyer }
    const draft = await draftOrder(deps, caller, input)
    return draft.ok
      ? ok({ ...draftJson(draft.value, { buyer, reference: stated.value }), ...names })
      : draft
  },
})

function draftJson(
  { item: draftItem, country: destination, address, missing, cart }: DraftOrder,
  { buyer, reference }: Pick<WordsInput, 'buyer'> & Pick<Order, 'reference'>,
): JsonOf<typeof drafted> {
  const { country: _country, ...to } = Object.fromEntries(address)
  return {
    draft: {
      items: [draftItem],
      country: destination,
      address: to,
      ...Object.fromEntries(buyer),
      ...(reference !== null && { reference }),
    },
    missing: [...missing],
    quote: pricedCartJson(cart),
  }
}
