// POST /api/account/credits: buys a pack of credits (decisions.md 40).

import * as v from 'valibot'
import { buyCredits } from '../../../domain/gift-cards/buy.ts'
import { maxOpenPurchases } from '../../../domain/limits/open-checkouts.ts'
import { limits } from '../../../domain/limits/table.ts'
import { json } from '../../contract/body.ts'
import { whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { purchasedJson, purchaseRefusals, purchaseResponse } from './purchase-response.ts'

const purchase = v.object({ pack: whole('The number of credits of a pack that is sold.') })

export const buyCreditsRoute = route({
  method: 'POST',
  path: '/api/account/credits',
  id: 'buyCredits',
  tag: 'Account',
  summary: 'Buy credits',
  description:
    'Opens the processor’s payment page for a pack of credits. They are on the account once the processor has confirmed the ' +
    `payment. ${limits['account-credits'].limit} an hour for each account, and ${maxOpenPurchases} unpaid ones at a time.`,
  access: account({ accepts: ['session'], limit: 'account-credits' }),
  parameters: [keyParameter],
  body: json(purchase, { example: { pack: 10 }, refused: [{}] }),
  response: purchaseResponse,
  refusals: [{ kind: 'credit_pack_unknown', packs: [10, 50] }, ...purchaseRefusals],
  handler: async function buyCreditPack({ deps }, input) {
    const { caller, body } = input
    return await respondOnce({ deps }, input, async () =>
      purchasedJson(await buyCredits(deps, caller, body)),
    )
  },
})
