// The code whose mutants are tried, and the tests that must detect them.

export type Part = {
  readonly name: string
  /** Globs of the mutated code. */
  readonly mutate: readonly string[]
  /** Tests that run first, for every mutant: they take milliseconds, without a database. */
  readonly quick: readonly string[]
  /** Tests on PostgreSQL for the mutants that `quick` does not kill. */
  readonly thorough: readonly string[]
  /** Percentage of the mutants that must be killed; null when each survivor must be in survivors.ts. */
  readonly leastPercent: number | null
}

const pricing = 'test/domain/pricing'

export const parts: readonly Part[] = [
  {
    name: 'pricing',
    mutate: ['server/domain/pricing/*.ts'],
    quick: [
      ...[
        'dollars',
        'estimate',
        'explain-price',
        'hours',
        'price-order',
        'quantity-breaks',
        'rational',
      ],
      ...['subtotal', 'weight'],
    ].map((name) => `${pricing}/${name}.test.ts`),
    thorough: ['test/routes/orders/price.test.ts', 'test/mcp/tools/public.test.ts'],
    leastPercent: null,
  },
  {
    name: 'limits',
    mutate: ['server/domain/limits/*.ts'],
    quick: ['test/domain/limits'],
    thorough: ['test/routes/service/limits.test.ts', 'test/db/core/call-budget.test.ts'],
    leastPercent: null,
  },
  {
    name: 'status',
    mutate: ['server/domain/orders/record/{status,code}.ts'],
    quick: ['test/domain/orders/codes.test.ts', 'test/domain/orders/orders.test.ts'],
    thorough: ['test/routes/orders/order-status-words.test.ts'],
    leastPercent: null,
  },
  {
    name: 'quotes',
    mutate: ['server/domain/quotes/price-quote.ts'],
    quick: ['test/domain/quotes/price-quote.test.ts'],
    thorough: [],
    leastPercent: null,
  },
  {
    name: 'orders',
    mutate: [
      'server/domain/orders/charge/{charge-order,checkout,payable,settle-order}.ts',
      'server/domain/orders/settle/{pay-order,processor-event,reconcile}.ts',
      'server/domain/orders/submit/{place-order,insert-and-charge,respond}.ts',
      'server/domain/orders/record/status.ts',
    ],
    quick: ['test/domain/orders'],
    thorough: [
      ...['orders', 'orders-charges', 'unsettled-orders'].map((name) => `test/db/${name}.test.ts`),
      ...[
        ...['print-orders-payment', 'charge-standing', 'pages-pay', 'print-orders-answer'],
        ...['print-orders-idempotency', 'print-orders-lost-rows', 'print-orders-not-written'],
      ].map((name) => `test/routes/orders/${name}.test.ts`),
      ...['billing-webhook', 'refunds', 'payment-looks', 'payments-search'].map(
        (name) => `test/routes/money/${name}.test.ts`,
      ),
      ...['checkout', 'cart-orders'].map((name) => `test/routes/cart/${name}.test.ts`),
      'test/routes/gift-cards/gift-cards.test.ts',
      'test/faults/reconcile.test.ts',
    ],
    leastPercent: 85,
  },
  {
    name: 'refunds',
    mutate: [
      'server/domain/orders/reversals/{refund,refund-parts}.ts',
      'server/domain/orders/refund/{refund-order,refund-request,settle-refund,resolve-refund}.ts',
      'server/domain/money/check-ledger.ts',
    ],
    quick: [
      ...[
        ...['refund', 'refund-of-parts', 'refund-order', 'refund-parts', 'refund-request'],
        ...['repeated-refund', 'resolve-refund', 'settle-refund'],
      ].map((name) => `test/domain/orders/${name}.test.ts`),
      'test/domain/money',
    ],
    thorough: [
      ...['refunds', 'refunds-by-line', 'refunds-mixed', 'refunds-returned', 'foreign-refunds'].map(
        (name) => `test/routes/money/${name}.test.ts`,
      ),
      'test/db/money/money-ledger.test.ts',
    ],
    leastPercent: null,
  },
  {
    name: 'gift-cards',
    mutate: ['server/domain/gift-cards/*.ts', 'server/db/gift-cards/*.ts'],
    quick: ['test/domain/gift-cards'],
    thorough: [
      ...['purchases', 'gift-ledger'].map((name) => `test/db/money/${name}.test.ts`),
      'test/routes/gift-cards/gift-cards.test.ts',
    ],
    leastPercent: 85,
  },
  {
    name: 'credits',
    mutate: ['server/db/generation/credits.ts'],
    quick: [],
    thorough: ['test/db/money/credits.test.ts'],
    leastPercent: 85,
  },
]
