// Mutants that no test can or should detect, each with its reason. Any other survivor of its part fails `npm run
// mutate`.

export type KnownSurvivor = {
  /** A name of parts.ts. */
  readonly part: string
  readonly file: string
  /** The trimmed line that the mutant begins on. */
  readonly source: string
  /** The text that the mutant replaces, and the replacement. */
  readonly changes: readonly (readonly [original: string, replacement: string])[]
  readonly reason: string
}

export const knownSurvivors: readonly KnownSurvivor[] = [
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source: 'tenThousandths <= 4e15',
    changes: [
      ['tenThousandths <= 4e15', 'false'],
      ['tenThousandths <= 4e15', 'tenThousandths < 4e15'],
    ],
    reason:
      'The exact computation gives the same result as the fast one up to the bound; it is only slower.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source: 'if (beyond <= 0n) return 0',
    changes: [['beyond <= 0n', 'beyond < 0n']],
    reason: 'A time of 0 costs nothing in either case.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source: 'const timePart = beyond > 0n ? beyond * BigInt(overtimeCentsPerHour) * 100n : 0n',
    changes: [['beyond > 0n', 'beyond >= 0n']],
    reason: 'A time of 0 costs nothing in either case.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source:
      'const isSliced = (part: BilledPart): part is BilledPart & SlicedInput => part.seconds !== null',
    changes: [['part.seconds !== null', 'true']],
    reason:
      'The type checker requires it; an unknown time would be treated as 0 seconds, and without overtime both formulas are the same.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/rational.ts',
    source: 'return exponent >= 0',
    changes: [['exponent >= 0', 'exponent > 0']],
    reason: 'At 0 both forms are the mantissa over 1.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/rational.ts',
    source: "const [digits = '0', exponent = '0'] = String(value).split('e')",
    changes: [["'0'", '""']],
    reason: 'The digits always exist, and an empty exponent is 0 as a number.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/rational.ts',
    source: "const [whole = '0', fraction = ''] = digits.split('.')",
    changes: [["'0'", '""']],
    reason: 'There is always a whole part.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/rational.ts',
    source: 'return shift >= 0',
    changes: [['shift >= 0', 'shift > 0']],
    reason: 'At 0 both forms are the numerator over 1.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/dollars.ts',
    source:
      "const [, dollars, cents = ''] = /^\\$?(\\d{1,7})(?:\\.(\\d{1,2}))?$/.exec(text.trim()) ?? []",
    changes: [['[]', '["Stryker was here"]']],
    reason: 'The first element, the whole match, is not read.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/quantity-breaks.ts',
    source:
      'for (const fromQuantity of bulkThresholds().filter((from) => from > options.quantity)) {',
    changes: [['from > options.quantity', 'from >= options.quantity']],
    reason: 'A quantity is never cheaper than itself.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/quantity-breaks.ts',
    source: 'next !== null &&',
    changes: [
      ['next !== null', 'true'],
      [
        'next !== null &&\n      last.printCents !== null',
        'next !== null || last.printCents !== null',
      ],
      ['next !== null &&\n      last.printCents !== null', 'true'],
    ],
    reason:
      'The type checker requires it; whether a part has a price does not depend on the quantity, and without prices the comparison 0 < 0 is false.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/quantity-breaks.ts',
    source: 'last.printCents !== null &&',
    changes: [['last.printCents !== null', 'true']],
    reason:
      'The type checker requires it; whether a part has a price does not depend on the quantity, and without prices the comparison 0 < 0 is false.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weight.ts',
    source: 'const uncertainty = Math.abs(approximate) * 1e-14 + 1e-15',
    changes: [
      ['Math.abs(approximate) * 1e-14 + 1e-15', 'Math.abs(approximate) * 1e-14 - 1e-15'],
      ['Math.abs(approximate) * 1e-14', 'Math.abs(approximate) / 1e-14'],
    ],
    reason:
      'The bound is ten times the rounding error of doubles from 1 g on, and anything below is billed as 1 g; a wider bound is only slower.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weight.ts',
    source: 'const certain = Math.abs(edge - Math.round(edge)) > uncertainty',
    changes: [
      ['Math.abs(edge - Math.round(edge)) > uncertainty', 'false'],
      [
        'Math.abs(edge - Math.round(edge)) > uncertainty',
        'Math.abs(edge - Math.round(edge)) >= uncertainty',
      ],
    ],
    reason:
      'The exact computation gives the same result as the fast one where that one is certain; it is only slower.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weight.ts',
    source: 'return millionths <= 0n ? 0 : Number(roundUp(millionths, bottom * 1_000_000n))',
    changes: [
      ['millionths <= 0n', 'false'],
      ['millionths <= 0n', 'millionths < 0n'],
    ],
    reason: 'The caller bills at least 1 g, whatever the result for 0 or less.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: "typeof value === 'number' && Number.isFinite(value) && value > 0",
    changes: [["typeof value === 'number'", 'true']],
    reason: 'The type checker requires it; Number.isFinite is false for anything except a number.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: 'return cutText(value.slice(0, 2 * maxEchoCharacters), maxEchoCharacters)',
    changes: [['value.slice(0, 2 * maxEchoCharacters)', 'value']],
    reason: 'The text is truncated in either case; this bounds the time for truncating it.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: "if (typeof value !== 'number' || !Number.isFinite(value)) return 1",
    changes: [["typeof value !== 'number'", 'false']],
    reason: 'The type checker requires it; Number.isFinite is false for anything except a number.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate-weight.ts',
    source: "const anyInternationalCountry = 'CA'",
    changes: [["'CA'", '""']],
    reason: 'Postage is the same to every country except the domestic one.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.grams !== null && report.grams > 0) return statedGrams(report.grams)',
    changes: [['report.grams !== null', 'true']],
    reason: 'The type checker requires it; null is not above 0.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.filamentCm3 !== null && report.filamentCm3 > 0) {',
    changes: [['report.filamentCm3 !== null', 'true']],
    reason: 'The type checker requires it; null is not above 0.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.filamentMm === null || report.filamentMm <= 0) return null',
    changes: [['report.filamentMm === null', 'false']],
    reason: 'The type checker requires it; null is at most 0.',
  },
  {
    part: 'limits',
    file: 'server/domain/limits/miss-limit.ts',
    source: "if (slot.failure.kind !== 'rate_limited') return slot",
    changes: [["slot.failure.kind !== 'rate_limited'", 'false']],
    reason: 'The type checker requires it; a failure without a wait time would expire immediately.',
  },
  {
    part: 'limits',
    file: 'server/domain/limits/batched-rate-limiter.ts',
    source: 'full: false,',
    changes: [['false', 'true']],
    reason: 'A new batch has no window yet, and no other field of an expired batch is read.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/refund-order.ts',
    source:
      'const request = seen === undefined ? checked.value : { ...checked.value, version: seen }',
    changes: [['seen === undefined', 'false']],
    reason: 'The type checker requires it; an undefined version is the same as no version.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/reversals/refund-parts.ts',
    source: "new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)",
    changes: [["{ type: 'conjunction' }", '{}']],
    reason: 'This is the default type of a list.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/settle-refund.ts',
    source: 'if (rest === 0 || paymentId === null) return onGiftCard',
    changes: [['paymentId === null', 'false']],
    reason:
      'The type checker requires it; if no payment paid, the full amount belongs to the gift card.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/settle-refund.ts',
    source: 'const isOnGiftCard = paymentId === null || amountCents === giftCents',
    changes: [['paymentId === null', 'false']],
    reason:
      'The type checker requires it; if no payment paid, the full amount belongs to the gift card.',
  },
]
