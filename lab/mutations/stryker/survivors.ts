// Mutants that no test can or should notice, each with its reason. Any other survivor of its part fails `npm run mutate`.

export type KnownSurvivor = {
  /** A name of parts.ts. */
  readonly part: string
  readonly file: string
  /** The trimmed line that the mutant begins on. */
  readonly source: string
  /** The text that the mutant replaces, and what it puts there. */
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
    reason: 'The exact way gives the same as the fast one up to the bound; it is only slower.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source: 'if (beyond <= 0n) return 0',
    changes: [['beyond <= 0n', 'beyond < 0n']],
    reason: 'A time of 0 costs nothing either way.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source: 'const timePart = beyond > 0n ? beyond * BigInt(overtimeCentsPerHour) * 100n : 0n',
    changes: [['beyond > 0n', 'beyond >= 0n']],
    reason: 'A time of 0 costs nothing either way.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/subtotal.ts',
    source:
      'const isSliced = (part: BilledPart): part is BilledPart & SlicedInput => part.seconds !== null',
    changes: [['part.seconds !== null', 'true']],
    reason:
      'The type checker asks for it; an unknown time would count as 0 seconds, and without overtime both formulas are one.',
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
      'for (const fromQuantity of bulkThresholds.filter((from) => from > options.quantity)) {',
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
      'The type checker asks for it; whether a part has a price does not depend on the quantity, and without prices 0 < 0 is false.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/quantity-breaks.ts',
    source: 'last.printCents !== null &&',
    changes: [['last.printCents !== null', 'true']],
    reason:
      'The type checker asks for it; whether a part has a price does not depend on the quantity, and without prices 0 < 0 is false.',
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
      'The bound is ten times the rounding error of doubles from 1 g on, and all below is billed as 1 g; a wider one is only slower.',
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
      'The exact way gives the same as the fast one where that is certain; it is only slower.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weight.ts',
    source: 'return millionths <= 0n ? 0 : Number(roundUp(millionths, bottom * 1_000_000n))',
    changes: [
      ['millionths <= 0n', 'false'],
      ['millionths <= 0n', 'millionths < 0n'],
    ],
    reason: 'The caller bills at least 1 g, whatever comes of 0 or less.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: "typeof value === 'number' && Number.isFinite(value) && value > 0",
    changes: [["typeof value === 'number'", 'true']],
    reason: 'The type checker asks for it; Number.isFinite is false for anything but a number.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: 'return cutText(value.slice(0, 2 * maxEchoCharacters), maxEchoCharacters)',
    changes: [['value.slice(0, 2 * maxEchoCharacters)', 'value']],
    reason: 'The text is cut either way; this bounds the time that the cut takes.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate.ts',
    source: "if (typeof value !== 'number' || !Number.isFinite(value)) return 1",
    changes: [["typeof value !== 'number'", 'false']],
    reason: 'The type checker asks for it; Number.isFinite is false for anything but a number.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/estimate-weight.ts',
    source: "const anyInternationalCountry = 'CA'",
    changes: [["'CA'", '""']],
    reason: 'Postage is the same to every country but the domestic one.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.grams !== null && report.grams > 0) return statedGrams(report.grams)',
    changes: [['report.grams !== null', 'true']],
    reason: 'The type checker asks for it; null is not above 0.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.filamentCm3 !== null && report.filamentCm3 > 0) {',
    changes: [['report.filamentCm3 !== null', 'true']],
    reason: 'The type checker asks for it; null is not above 0.',
  },
  {
    part: 'pricing',
    file: 'server/domain/pricing/weigh-part.ts',
    source: 'if (report.filamentMm === null || report.filamentMm <= 0) return null',
    changes: [['report.filamentMm === null', 'false']],
    reason: 'The type checker asks for it; null is at most 0.',
  },
  {
    part: 'limits',
    file: 'server/domain/limits/miss-limit.ts',
    source: "if (slot.failure.kind !== 'rate_limited') return slot",
    changes: [["slot.failure.kind !== 'rate_limited'", 'false']],
    reason: 'The type checker asks for it; a failure that names no seconds would be over at once.',
  },
  {
    part: 'limits',
    file: 'server/domain/limits/miss-limit.ts',
    source: 'for (const oldest of refused.size < maxRemembered ? [] : refused.keys()) {',
    changes: [['[]', '["Stryker was here"]']],
    reason: 'There is no subject of that name to forget.',
  },
  {
    part: 'limits',
    file: 'server/domain/limits/batched-rate-limiter.ts',
    source: 'full: false,',
    changes: [['false', 'true']],
    reason:
      'A new batch has no window yet, and of a batch whose window is over nothing else is read.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/refund-order.ts',
    source:
      'const request = seen === undefined ? checked.value : { ...checked.value, version: seen }',
    changes: [['seen === undefined', 'false']],
    reason: 'The type checker asks for it; a version that is undefined is none.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund-parts.ts',
    source: "new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)",
    changes: [["{ type: 'conjunction' }", '{}']],
    reason: 'It is the type that a list has unless another one is named.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/settle-refund.ts',
    source: 'if (rest === 0 || paymentId === null) return onGiftCard',
    changes: [['paymentId === null', 'false']],
    reason: 'The type checker asks for it; what no payment paid is the gift card’s in whole.',
  },
  {
    part: 'refunds',
    file: 'server/domain/orders/refund/settle-refund.ts',
    source: 'const isOnGiftCard = paymentId === null || amountCents === giftCents',
    changes: [['paymentId === null', 'false']],
    reason: 'The type checker asks for it; what no payment paid is the gift card’s in whole.',
  },
]
