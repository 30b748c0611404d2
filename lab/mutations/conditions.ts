// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code, which holds templates.
// Conditions of SQL statements, each removed in turn, and the test that must detect its absence. In a prepared statement, `true or`
// removes the condition without changing its parameters: a statement that cannot run proves nothing.

/** `search` occurs exactly once in `file`; `title` begins the name of the test in `test`. */
export type LostCondition = {
  readonly file: string
  readonly search: string
  readonly replace: string
  readonly test: string
  readonly title: string
}

const charges = 'test/db/orders-charges.test.ts'
const keys = 'test/db/idempotency-keys.test.ts'
const paidBack = 'test/routes/money/paid-back-debts.test.ts'

export const LOST_CONDITIONS: readonly LostCondition[] = [
  {
    file: 'server/db/orders/charge/mark-paid.ts',
    search: "and total_cents - gift_cents = ${slot('amountCents')}",
    replace: "and (true or total_cents - gift_cents = ${slot('amountCents')})",
    test: charges,
    title: 'another amount pays nothing',
  },
  {
    file: 'server/db/orders/charge/mark-paid.ts',
    search: '(not paid and status in (',
    replace: "(not paid and '' not in (",
    test: charges,
    title: 'a payment that arrives after the order was closed unpaid',
  },
  {
    file: 'server/db/orders/charge/order-charges.ts',
    search: "    .where('charge_state', 'in', replaceable[state])\n",
    replace: '',
    test: charges,
    title: 'unknown on declined is declined',
  },
  {
    file: 'server/db/orders/rows/order-reads.ts',
    search: '    .where(sql<boolean>`lower(email) = lower(${email})`)\n',
    replace: '',
    test: 'test/mcp/tools/public.test.ts',
    title: 'track_order',
  },
  {
    file: 'server/db/orders/charge/unsettled-orders.ts',
    search: '      and updated_at > now() - make_interval(hours => ${reviewedCheckoutHours})',
    replace: '      and true',
    test: charges,
    title: 'a charge that never arrived is reviewed hourly, for a day',
  },
  {
    file: 'server/db/orders/unmatched/unmatched-rows.ts',
    search: '(not orders.paid or orders.payment_id =',
    replace: '(true or orders.payment_id =',
    test: 'test/routes/money/payments-search.test.ts',
    title: 'is refunded when a retry charged its order again',
  },
  {
    file: 'server/db/limits/rate-counters.ts',
    search: '      where counter.taken::bigint + ${slots}::int <= ${limit}::int\n',
    replace: '',
    test: 'test/db/core/rate-counters.test.ts',
    title: 'rate counters',
  },
  {
    file: 'server/db/limits/rate-counters.ts',
    search:
      "    .where('window_start', '<', sql<Date>`now() - make_interval(hours => ${hours})`)\n",
    replace: '',
    test: 'test/db/core/rate-counters.test.ts',
    title: 'the sweep removes old windows',
  },
  {
    file: 'server/db/limits/rate-batches.ts',
    search: '      where counter.taken < ${0}::int\n',
    replace: '      where true or counter.taken < ${0}::int\n',
    test: 'test/db/core/rate-batches.test.ts',
    title: 'a block is granted in full',
  },
  {
    file: 'server/db/idempotency/held-keys.ts',
    search: 'and k.request_hash = excluded.request_hash',
    replace: '',
    test: keys,
    title: 'is taken over by the same request when its lease expires',
  },
  {
    file: 'server/db/orders/idempotency-keys.ts',
    search: 'where account_id = ${null} and key = ${null} and answer is null',
    replace: 'where account_id = ${null} and key = ${null}',
    test: keys,
    title: 'the first response stays',
  },
  {
    file: 'server/db/orders/idempotency-keys.ts',
    search: 'and (created_at <= now() - ${keyLife}\n        or exists',
    replace: 'and (true or exists',
    test: keys,
    title: 'an order under a valid key keeps it',
  },
  {
    file: 'server/db/idempotency/held-keys.ts',
    search: 'account_id = ${accountId} and key = ${key} and holder',
    replace: 'key = ${key} and holder',
    test: keys,
    title: 'is released for its own account only',
  },
  {
    file: 'server/db/gift-cards/purchases.ts',
    search: "    .where('state', '=', 'open')\n    .where('amount_cents'",
    replace: "    .where('amount_cents'",
    test: 'test/db/money/purchases.test.ts',
    title: 'a second payment of a purchase',
  },
  {
    file: 'server/db/gift-cards/purchases.ts',
    search: "    .where('amount_cents', '=', amountCents)\n",
    replace: '',
    test: 'test/db/money/purchases.test.ts',
    title: 'another amount',
  },
  {
    file: 'server/db/orders/gift-shares.ts',
    search:
      "    .set({ balance_cents: sql`balance_cents + ${cents}` })\n    .where('id', '=', cardId)\n",
    replace: '    .set({ balance_cents: sql`balance_cents + ${cents}` })\n',
    test: 'test/db/money/gift-ledger.test.ts',
    title: '60 histories',
  },
  {
    file: 'server/db/generation/credits.ts',
    search: "    .where('credits', '>=', credits)\n",
    replace: '',
    test: 'test/db/money/credits.test.ts',
    title: '64 concurrent charges take exactly the balance',
  },
  {
    file: 'server/db/generation/credits.ts',
    search:
      "    .set({ credits: sql<number>`credits + ${credits}` })\n    .where('id', '=', accountId)\n",
    replace: '    .set({ credits: sql<number>`credits + ${credits}` })\n',
    test: 'test/db/money/credits.test.ts',
    title: 'a refund is credited to its account only',
  },
  {
    file: 'server/db/disputes/purchase-returns.ts',
    search: "    .where('reinstated_at', 'is', null)\n",
    replace: '',
    test: paidBack,
    title: 'that is won, lost and won returns the value again, once',
  },
  {
    file: 'server/db/disputes/owed-back.ts',
    search: ' and purchase_returns.reinstated_at is not null',
    replace: '',
    test: paidBack,
    title: 'is owed to the buyer, and shown to an operator',
  },
  {
    file: 'server/db/disputes/dispute-losses.ts',
    search: "    .where('refunding_cents', '>', 0)\n",
    replace: '',
    test: 'test/db/money/dispute-losses.test.ts',
    title: 'an appeal keeps the loss',
  },
  {
    file: 'server/db/gift-cards/purchase-refunds.ts',
    search: "and ${isOlderThan('created_at', startedSecondsAgo)} ",
    replace: '',
    test: 'test/db/money/purchase-refunds.test.ts',
    title: 'the worker applies a completed refund',
  },
  {
    file: 'server/db/billing/moved-back.ts',
    search: ' and d.closed_at is null',
    replace: ' and false',
    test: 'test/db/appeal-documents.test.ts',
    title: 'gift card',
  },
  {
    file: 'server/db/disputes/disputes.ts',
    search: ".where('resolved_at', 'is', null)\n",
    replace: '\n',
    test: 'test/routes/money/fraud-warnings.test.ts',
    title: 'a warning about a gift card is handled over the API',
  },
]
