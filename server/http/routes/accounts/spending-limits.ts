// /api/account/spending-limits: reads and sets how much programs may charge to the saved card per day (decisions.md
// 69).
import * as v from 'valibot'
import {
  maxSpendingLimitCents,
  readSpending,
  setSpendingLimits,
} from '../../../domain/accounts/spending.ts'
import type { Spending } from '../../../domain/accounts/spending-limits.ts'
import { ok } from '../../../domain/base/result.ts'
import { json } from '../../contract/body.ts'
import { type JsonOf, moment, named, orNull, says, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'

const shared = {
  path: '/api/account/spending-limits',
  tag: 'Account',
  access: account({ accepts: ['session'] }),
} as const

const scope = named(
  'SpendingScope',
  v.object({
    limitCents: orNull(whole('Cents per day; null means no limit.')),
    spentCents: whole('Charged or being charged today, less refunds.'),
    leftCents: orNull(whole('Amount that may still be charged today; null means no limit.')),
  }),
  'A spending limit and the amount that remains today.',
)

const spendingJson = named(
  'SpendingLimits',
  v.object({
    account: says(scope, 'All orders over the API: of the API key and of extension tokens.'),
    apiKey: says(scope, 'Orders that were placed with the API key.'),
    resetsAt: moment('The time at which the next day begins: 00:00 UTC.'),
  }),
  'Limits on programs’ charges to the saved card per day.',
)

const example = {
  account: { limitCents: 20000, spentCents: 5000, leftCents: 15000 },
  apiKey: { limitCents: null, spentCents: 5000, leftCents: null },
  resetsAt: '2026-11-23T00:00:00.000Z',
}

export const readSpendingRoute = route({
  ...shared,
  method: 'GET',
  id: 'readSpendingLimits',
  summary: 'Get the spending limits',
  description:
    'Limits on programs’ charges to the saved card per UTC day, and today’s remaining amounts.',
  response: {
    description: 'The limits, and the remaining amounts.',
    schema: spendingJson,
    example,
  },
  handler: async function getSpendingLimits({ deps }, { caller }) {
    return ok(jsonOf(await readSpending(deps, caller)))
  },
})

const limit = (whose: string) =>
  says(
    orNull(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSpendingLimitCents))),
    `Cents a day ${whose}; 0 allows no charges, null removes the limit.`,
  )

const limits = v.object({
  accountCents: limit('for all orders over the API'),
  apiKeyCents: limit('for orders placed with the API key'),
})

export const setSpendingRoute = route({
  ...shared,
  method: 'PUT',
  id: 'setSpendingLimits',
  summary: 'Set the spending limits',
  description:
    'An order that would exceed a limit is refused with 402: no order is written and nothing is charged. Orders whose charge is not ' +
    'settled count in full, and refunds are subtracted. A day is one of UTC. Payments on a payment page are not limited.',
  body: json(limits, {
    example: { accountCents: 20000, apiKeyCents: null },
    wrong: { kind: 'spending_limit_invalid' },
  }),
  response: { description: 'The new limits.', schema: spendingJson, example },
  handler: async function putSpendingLimits({ deps }, { caller, body }) {
    const set = await setSpendingLimits(deps, caller, body)
    return set.ok ? ok(jsonOf(set.value)) : set
  },
})

function jsonOf(spending: Spending): JsonOf<typeof spendingJson> {
  const { limits: set, accountCents, apiKeyCents, resetsAt } = spending
  return {
    account: scopeOf(set.accountCents, accountCents),
    apiKey: scopeOf(set.apiKeyCents, apiKeyCents),
    resetsAt: resetsAt.toISOString(),
  }
}

const scopeOf = (limitCents: number | null, spentCents: number): JsonOf<typeof scope> => ({
  limitCents,
  spentCents,
  leftCents: limitCents === null ? null : Math.max(0, limitCents - spentCents),
})
