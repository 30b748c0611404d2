// Gift cards (decisions.md 39): POST /api/gift-cards/purchase and /api/gift-cards/check.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { buyGiftCard, giftAmountCents, maxGiftMessage } from '../../../domain/gift-cards/buy.ts'
import { checkGiftCard } from '../../../domain/gift-cards/check-gift-card.ts'
import { limits } from '../../../domain/limits/table.ts'
import { json, strictJson } from '../../contract/body.ts'
import { flag, named, number, orNull, text, whole } from '../../contract/schemas.ts'
import { currency } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { purchasedJson, purchaseRefusals, purchaseResponse } from './purchase-response.ts'

const purchase = v.object({
  amountCents: number(`${giftAmountCents.min} to ${giftAmountCents.max}.`),
  recipientEmail: text('Gets the code by email.'),
  message: v.optional(
    orNull(text(`A message for the recipient, up to ${maxGiftMessage} characters.`)),
  ),
})

export const giftCardPurchaseRoute = route({
  method: 'POST',
  path: '/api/gift-cards/purchase',
  id: 'buyGiftCard',
  tag: 'Website',
  summary: 'Buy a gift card',
  description: `Once the payment has arrived, the code is mailed to the recipient. ${limits['gift-cards-purchase'].limit} an hour for each account.`,
  access: account({ accepts: ['session'], limit: 'gift-cards-purchase' }),
  parameters: [keyParameter],
  body: strictJson(purchase, {
    example: { amountCents: 2500, recipientEmail: 'grace@example.com', message: 'Happy birthday!' },
    refused: [{}, { mesage: 'Happy birthday!' }],
  }),
  response: purchaseResponse,
  refusals: [
    { kind: 'gift_amount_invalid' },
    { kind: 'gift_recipient_invalid' },
    { kind: 'gift_message_too_long', limit: maxGiftMessage },
    ...purchaseRefusals,
  ],
  handler: async function purchaseGiftCard({ deps }, input) {
    const { caller, body } = input
    return await respondOnce({ deps }, input, async () =>
      purchasedJson(await buyGiftCard(deps, caller, body.value)),
    )
  },
})

const check = v.object({ code: text('GIFT-XXXX-XXXX-XXXX, in any letter case.') })

export const giftCardCheckRoute = route({
  method: 'POST',
  path: '/api/gift-cards/check',
  id: 'checkGiftCard',
  tag: 'Website',
  summary: 'Read the balance of a gift card',
  description: `An unknown code and a spent one get the same response. ${limits['gift-cards-check'].limit} an hour for each account.`,
  access: account({ accepts: ['session'], limit: 'gift-cards-check' }),
  body: json(check, { example: { code: 'GIFT-7KQ2-M4TD-9XWR' }, refused: [{}] }),
  response: {
    description: 'The balance.',
    schema: named(
      'GiftCardBalance',
      v.object({
        valid: flag('Whether it has a balance.'),
        balanceCents: whole('Balance of the card; 0 for an unknown code.'),
        currency,
      }),
      'The balance of a gift card.',
    ),
    example: { valid: true, balanceCents: 2500, currency: 'USD' },
  },
  handler: async function readGiftCard({ deps }, { body }) {
    const { valid, balanceCents } = await checkGiftCard(deps, body.code)
    return ok({ valid, balanceCents, currency: 'USD' as const })
  },
})
