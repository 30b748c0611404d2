// /api/account/buyer: reads and sets the buyer fields that the account's orders use by default.
import * as v from 'valibot'
import {
  type BuyerDetails,
  buyerFieldLimits,
  noBuyerDetails,
} from '../../../domain/accounts/buyer.ts'
import { setBuyerDefaults } from '../../../domain/accounts/buyer-defaults.ts'
import { ok } from '../../../domain/base/result.ts'
import { json } from '../../contract/body.ts'
import { buyerFieldsOf, buyerTexts } from '../../contract/buyer-json.ts'
import { named, orNull, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'

const shared = {
  path: '/api/account/buyer',
  tag: 'Account',
  access: account({ accepts: ['session'] }),
} as const

const buyer = named(
  'BuyerDefaults',
  v.object({
    company: orNull(text(buyerTexts.company)),
    vatId: orNull(text(buyerTexts.vatId)),
    purchaseOrder: orNull(text(buyerTexts.purchaseOrder)),
  }),
  'Buyer details that orders use by default; null means none.',
)

const requestBody = v.object({
  company: v.optional(orNull(text(buyerTexts.company))),
  vatId: v.optional(orNull(text(buyerTexts.vatId))),
  purchaseOrder: v.optional(orNull(text(buyerTexts.purchaseOrder))),
})

const example: BuyerDetails = {
  company: 'Muster AG',
  vatId: 'DE123456789',
  purchaseOrder: null,
}

export const readBuyerRoute = route({
  ...shared,
  method: 'GET',
  id: 'readBuyerDefaults',
  summary: 'Get the defaults of the buyer',
  description: 'Invoice details that the account’s orders use by default.',
  response: { description: 'The defaults.', schema: buyer, example },
  handler: async function readBuyer({ deps }, { caller }) {
    const ownAccount = await deps.accounts.read(caller.accountId)
    return ok(ownAccount?.buyer ?? noBuyerDetails)
  },
})

export const setBuyerRoute = route({
  ...shared,
  method: 'PUT',
  id: 'setBuyerDefaults',
  summary: 'Set the defaults of the buyer',
  description:
    'They apply to orders placed from now on. A field that is omitted, null or empty has no default afterwards.',
  body: json(requestBody, { example, refused: [{ company: 1 }] }),
  response: { description: 'The new defaults.', schema: buyer, example },
  refusals: [
    { kind: 'buyer_field_too_long', field: 'company', limit: buyerFieldLimits.company },
    { kind: 'vat_id_invalid' },
  ],
  handler: async function putBuyer({ deps }, { caller, body }) {
    return await setBuyerDefaults(deps, caller, buyerFieldsOf(body))
  },
})
