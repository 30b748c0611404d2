// Sentences of the failures of the basket and the checkout, by language.
import { expect, test } from 'bun:test'
import { basketLineIdOf } from '../../../server/domain/base/ids/basket-line-id.ts'
import { type Limit, type LimitScope, limits } from '../../../server/domain/limits/table.ts'
import type { Failure } from '../../../server/http/refusals/failure.ts'
import { refusalOf } from '../../../server/http/refusals/refusal-of.ts'
import {
  failureSentence,
  isTranslated,
  sentenceIn,
} from '../../../server/http/routes/cart/cart-sentences.ts'
import { english, wordsOf } from '../../../server/pages/languages/words.ts'

const limitFailure = (scope: LimitScope): Failure => {
  const { message = '' }: Limit = limits[scope]
  return { kind: 'rate_limited', scope, message, retryAfterSeconds: 60 }
}

const lineId = basketLineIdOf('b16c4d6a-45db-4348-a278-6b0b048283f0')

const translated: readonly Failure[] = [
  { kind: 'account_in_debt', owedCents: 2000 },
  { kind: 'basket_changed' },
  { kind: 'basket_line_changed', lineId },
  { kind: 'basket_line_not_found' },
  { kind: 'cart_price_changed', place: 2, cents: 308 },
  { kind: 'cart_total_changed', amount: 'due', cents: 1108 },
  { kind: 'cart_total_changed', amount: 'total', cents: 1108 },
  { kind: 'gift_card_unusable' },
  { kind: 'limiter_unavailable' },
  { kind: 'order_not_written', isTransient: true },
  { kind: 'order_not_written', isTransient: false },
  { kind: 'order_unconfirmed', code: 'ORD-7KQ2ZM' },
  { kind: 'processor_busy', retryAfterSeconds: 30 },
  { kind: 'processor_unavailable' },
  limitFailure('guest-checkout'),
  limitFailure('guest-checkout-email'),
  limitFailure('guest-gift-cards'),
  { kind: 'saved_card_changed' },
  { kind: 'too_many_open_orders', limit: 20, retryAfterSeconds: 3600 },
]

test.each(translated.map((failure) => [failure.kind, failure] as const))(
  '%s: the English message is the API’s sentence, and the others are translated',
  (_, failure) => {
    const { error } = refusalOf(failure)
    expect(sentenceIn(english, failure)).toBe(error)
    expect(failureSentence(english, failure)).toBe(error)
    expect(isTranslated(failure)).toBe(true)
    const all = (['en', 'de', 'fr', 'es'] as const).map((language) =>
      failureSentence(wordsOf(language), failure),
    )
    expect(new Set(all).size).toBe(4)
  },
)

test('a quantity has its own sentence on pages, because the API’s names a field', () => {
  const failure = { kind: 'cart_quantity_invalid' } as const
  expect(failureSentence(english, failure)).toBe(
    'Enter a quantity from 1 to 50, or remove the part.',
  )
  expect(failureSentence(wordsOf('de'), failure)).toStartWith('Geben Sie eine Menge von 1 bis 50')
})

test('an unconfirmed order has its own sentence on pages, because the API’s names a header', () => {
  const failure = { kind: 'order_unconfirmed', code: null } as const
  expect(refusalOf(failure).error).toContain('Idempotency-Key')
  expect(isTranslated(failure)).toBe(true)
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const sentence = failureSentence(wordsOf(language), failure)
    expect(sentence).toBe(wordsOf(language).text('failure.unconfirmed'))
    expect(sentence).not.toContain('Idempotency')
  }
})

test.each([
  { kind: 'processor_refused', reason: 'No such customer' },
  { kind: 'country_not_served', country: 'XX' },
  { kind: 'order_unconfirmed', code: null, isWithoutKey: true },
  limitFailure('checkout'),
] satisfies readonly Failure[])('%p has an English sentence only', (failure) => {
  expect(isTranslated(failure)).toBe(false)
  expect(failureSentence(wordsOf('fr'), failure)).toBe(refusalOf(failure).error)
})
