// POST /api/account/credits: buys a pack of credits (decisions.md 40).
import * as v from 'valibot'
import { buyCredits } from '../../../domain/gift-cards/buy.ts'
import { maxOpenPurchases } from '../../../domain/limits/open-checkouts.ts'
import { limits } from '../../../domain/limits/table.ts'
import { jsonRefusals } from '../../contract/refusals.ts'
import { whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { readShape } from '../../requests/body.ts'
import { purchased, purchasedExample } from './gift-cards.ts'

const body = v.object({ pack: whole('The number of credits of a pack that is sold.') })

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
  body: { type: 'application/json', schema: body, example: { pack: 10 } },
  response: { description: 'Where to pay.', schema: purchased, example: purchasedExample },
  refusals: [
    ...jsonRefusals,
    { kind: 'field_invalid', message: 'pack: is required' },
    { kind: 'credit_pack_unknown', packs: [10, 50] },
    { kind: 'account_in_debt', owedCents: 2000 },
    { kind: 'too_many_open_purchases', limit: maxOpenPurchases, retryAfterSeconds: 3600 },
    { kind: 'processor_unavailable' },
    { kind: 'processor_refused', reason: 'Invalid email address' },
    { kind: 'processor_busy', retryAfterSeconds: 10 },
  ],
  handler: async function buyCreditPack({ deps }, { request, caller }) {
    const read = await readShape(request, body)
    return read.ok ? await buyCredits(deps, caller, read.value) : read
  },
})
