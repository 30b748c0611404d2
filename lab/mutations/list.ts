// Faults that the tests have to detect: each breaks one row of test/requirements.ts in the way that the row forbids.

/** `row`: id of a requirement. `search` occurs exactly once in `file`; `test` is the file with the row's test. */
export type Mutation = {
  readonly row: string
  readonly file: string
  readonly search: string
  readonly replace: string
  readonly test: string
}

export const MUTATIONS: readonly Mutation[] = [
  {
    row: 'orders.submit.color-omitted',
    file: 'server/domain/pricing/rate.ts',
    search: 'Math.max(stock, by.customColorCentsPerGram)',
    replace: 'stock',
    test: 'test/routes/orders/print-orders-fields.test.ts',
  },
  {
    row: 'orders.submit.error.minimum',
    file: 'server/domain/orders/submit/check-submit.ts',
    search: 'if (isBelowMinimum(price.totalCents)) return',
    replace: 'if (price.totalCents < 0) return',
    test: 'test/routes/orders/print-orders-refusals.test.ts',
  },
  {
    row: 'limits.table.generate',
    file: 'server/domain/limits/table.ts',
    search: 'generate: perAccount(20)',
    replace: 'generate: perAccount(21)',
    test: 'test/routes/service/limits.test.ts',
  },
  {
    row: 'orders.read.foreign',
    file: 'server/db/orders/rows/order-reads.ts',
    search: "    .where('code', '=', '')\n    .where('account_id', '=', accountIdOf(''))",
    replace:
      "    .where('code', '=', '')\n    .where('account_id', 'is distinct from', accountIdOf(''))",
    test: 'test/routes/orders/print-order-get.test.ts',
  },
  {
    row: 'states.tracking-at-shipped',
    file: 'server/domain/orders/record/tracking.ts',
    search: "status === 'SHIPPED' || status === 'DELIVERED'",
    replace: "status !== 'PENDING_PAYMENT'",
    test: 'test/routes/orders/print-order-get.test.ts',
  },
  {
    row: 'mcp.tools.unknown-argument',
    file: 'mcp/registry.ts',
    search: 'v.strictObject(parts.arguments)',
    replace: 'v.object(parts.arguments)',
    test: 'test/mcp/tools/list.test.ts',
  },
  {
    row: 'mcp.tools.order',
    file: 'mcp/tools/list.ts',
    search: '  listMaterials,\n  estimatePrice,',
    replace: '  estimatePrice,\n  listMaterials,',
    test: 'test/mcp/tools/list.test.ts',
  },
  {
    row: 'auth.key.rule-revocation-immediate',
    file: 'server/db/accounts/accounts.ts',
    search: "db.deleteFrom('api_keys').where('account_id', '=', accountId)",
    replace: "db.deleteFrom('api_keys').where('account_id', '=', crypto.randomUUID())",
    test: 'test/routes/accounts/account-keys.test.ts',
  },
  {
    row: 'gen.refund-on-failure',
    file: 'server/db/generation/credits.ts',
    search: 'credits: sql<number>`credits + ',
    replace: 'credits: sql<number>`credits + 0 * ',
    test: 'test/routes/generation/generate.test.ts',
  },
  {
    row: 'gen.error.engine-timeout',
    file: 'server/domain/generation/run/job.ts',
    search: 'engineTimeoutMs = 15 * 60_000',
    replace: 'engineTimeoutMs = 20 * 60_000',
    test: 'test/routes/generation/generate-refusals.test.ts',
  },
  {
    row: 'gen.error.image-too-large',
    file: 'server/domain/generation/request/request.ts',
    search: 'maxImageBytes = 10 * megabyte',
    replace: 'maxImageBytes = 11 * megabyte',
    test: 'test/routes/generation/generate-refusals.test.ts',
  },
  {
    row: 'slice.grams',
    file: 'server/domain/quotes/price-quote.ts',
    search: 'filamentGrams(billedCm3(measured), material)',
    replace: "filamentGrams(billedCm3(measured), 'pla')",
    test: 'test/routes/models/slice-quote.test.ts',
  },
  {
    row: 'events.email-recipient',
    file: 'server/domain/orders/submit/order-form.ts',
    search: '(email ?? accountEmail)',
    replace: '(accountEmail)',
    test: 'test/routes/orders/order-mails.test.ts',
  },
  {
    row: 'decision.refund-unusable',
    file: 'server/domain/orders/charge/settle-order.ts',
    search: "    case 'duplicate':\n    case 'closed':",
    replace: "    case 'duplicate':\n      return outcome.order\n    case 'closed':",
    test: 'test/routes/money/unusable-payments.test.ts',
  },
  {
    row: 'decision.refund-settled',
    file: 'server/domain/orders/refund/settle-refund.ts',
    search: 'const outcome = await requestOutcome(deps, refund)',
    replace: `const sent = await requestOutcome(deps, refund)
  const none = { kind: 'failed', reason: 'none', processorRefundId: null } as const
  const outcome = sent.kind === 'unknown' ? none : sent`,
    test: 'test/routes/money/refunds-unsettled.test.ts',
  },
]
