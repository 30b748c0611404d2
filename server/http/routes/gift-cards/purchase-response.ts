// Response and refusals of a purchase that is paid on the processor's page: a gift card or a pack of credits.

import * as v from 'valibot'
import { ok, type Result } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import type { OpenedPurchase } from '../../../domain/gift-cards/buy.ts'
import { maxOpenPurchases } from '../../../domain/limits/open-checkouts.ts'
import { type JsonOf, link, named } from '../../contract/schemas.ts'
import { keyRefusals, replayHeaders } from '../../middleware/once.ts'

const purchased = named(
  'Purchase',
  v.object({ checkoutUrl: link('The processor’s payment page.') }),
  'The page for the payment.',
)

export const purchasedJson = <F>(
  bought: Result<OpenedPurchase, F>,
): Result<JsonOf<typeof purchased>, F> =>
  bought.ok ? ok({ checkoutUrl: bought.value.checkoutUrl }) : bought

export const purchaseResponse = {
  description: 'The page for the payment.',
  schema: purchased,
  example: { checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_test_1' },
  headers: replayHeaders,
}

export const purchaseRefusals = [
  { kind: 'account_in_debt', owedCents: 2000 },
  {
    kind: 'too_many_open_purchases',
    limit: maxOpenPurchases,
    retryAfterSeconds: retryHintSeconds.checkouts,
  },
  { kind: 'processor_unavailable' },
  { kind: 'processor_refused', reason: 'Invalid email address' },
  { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor },
  ...keyRefusals,
] as const
