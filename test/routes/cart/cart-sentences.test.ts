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

// The API and the pages share these sentences, so a reworded page would change the API.
test.each<[Failure, string]>([
  [
    { kind: 'account_in_debt', owedCents: 2000 },
    'This account owes $20.00: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.',
  ],
  [
    { kind: 'basket_changed' },
    'The basket was changed or ordered in another window. Nothing was ordered here; check it and order again.',
  ],
  [
    { kind: 'cart_price_changed', place: 2, cents: 308 },
    'The price of item 2 is now $3.08. Nothing was ordered; confirm the new price and send it again.',
  ],
  [
    { kind: 'cart_total_changed', amount: 'due', cents: 1108 },
    'The amount to pay is now $11.08. Nothing was ordered; check the order and pay again.',
  ],
  [
    { kind: 'cart_total_changed', amount: 'total', cents: 1108 },
    'The total is now $11.08. Nothing was ordered; confirm the new total and send it again.',
  ],
  [
    { kind: 'gift_card_unusable' },
    'This gift card code is unknown or has no balance left. Nothing was ordered.',
  ],
  [
    { kind: 'limiter_unavailable' },
    'The rate limiter is unavailable. Nothing was done; try again shortly.',
  ],
  [
    { kind: 'order_not_written', isTransient: true },
    'The order could not be saved just now. Nothing was charged; send it again.',
  ],
  [
    { kind: 'order_not_written', isTransient: false },
    'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
  ],
  [
    { kind: 'order_unconfirmed', code: 'ORD-7KQ2ZM' },
    'Order ORD-7KQ2ZM is placed, but something broke on our side, and whether it was charged is not known yet. Do not submit it again: read its status in a minute.',
  ],
  [
    { kind: 'processor_busy', retryAfterSeconds: 30 },
    'Too many payment pages are being opened; try again in 30 seconds. Nothing was charged.',
  ],
  [
    { kind: 'processor_unavailable' },
    'The card processor could not be reached. Nothing was changed; try again.',
  ],
  [
    { kind: 'saved_card_changed' },
    'Your account has another saved card now. Nothing was ordered or charged; check the card on the button and pay again.',
  ],
  [
    { kind: 'too_many_open_orders', limit: 20, retryAfterSeconds: 3600 },
    'Your account has 20 orders that are not paid. Pay one of them, or wait until the oldest is cancelled, a day after it was placed. Nothing was ordered.',
  ],
])('the API’s sentence of %p is %p', (failure, sentence) => {
  expect(refusalOf(failure).error).toBe(sentence)
})

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
