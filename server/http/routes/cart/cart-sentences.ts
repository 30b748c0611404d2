// Sentences of the failures of the basket and the checkout in the language of their page. Other failures have English
// sentences only.
import type { ByKind, FailureOf } from '../../../domain/base/by-kind.ts'
import { quantityRange } from '../../../domain/catalog/options.ts'
import { openCheckoutHours } from '../../../domain/limits/open-checkouts.ts'
import { defaultLanguage } from '../../../pages/languages/languages.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'

/** Whether the failure's sentence exists in every language. */
export const isTranslated = (failure: Failure): boolean => sentenceIn(english, failure) !== null

/** Returns the failure's sentence in the language of the words if it is translated, otherwise in English. */
export function failureSentence(words: Words, failure: Failure): string {
  const isApiSentence = words.language === defaultLanguage && !hasPageSentence(failure)
  const sentence = isApiSentence ? null : sentenceIn(words, failure)
  return sentence ?? refusalOf(failure).error
}

/** Whether the API's sentence tells programs what to do, so that the English page has one for buyers. */
const hasPageSentence = (failure: Failure): boolean =>
  failure.kind === 'cart_quantity_invalid' ||
  (failure.kind === 'order_unconfirmed' && failure.code === null)

/** Returns the message of the catalog, or null if there is none. */
export const sentenceIn = (words: Words, failure: Failure): string | null =>
  sentenceFrom(sentences, words, failure)

/**
 * Sentences by kind of failure; null if only the English one exists. The English messages are those of the API
 * (domain/cart/checkout-sentences.ts), except those of `hasPageSentence`.
 */
type Table<Kinds> = {
  readonly [K in keyof Kinds]?: (words: Words, failure: FailureOf<Kinds, K>) => string | null
}

const sentences: Table<ByKind<Failure>> = {
  account_in_debt: ({ text, money }, { owedCents }) =>
    text('failure.debt', { amount: money(owedCents) }),
  basket_changed: ({ text }) => text('failure.basketChanged'),
  basket_line_changed: ({ text }) => text('basket.lineChanged'),
  basket_line_not_found: ({ text }) => text('basket.lineGone'),
  cart_price_changed: ({ text, number, money }, { place, cents }) =>
    text('failure.priceChanged', { place: number(place), amount: money(cents) }),
  // The API's sentence names a field.
  cart_quantity_invalid: ({ text, number }) =>
    text('basket.quantityWrong', {
      min: number(quantityRange.min),
      max: number(quantityRange.max),
    }),
  cart_total_changed: ({ text, money }, { amount, cents }) =>
    text(`failure.${amount}Changed`, { amount: money(cents) }),
  gift_card_unusable: ({ text }) => text('failure.giftCardUnusable'),
  limiter_unavailable: ({ text }) => text('failure.limiterUnavailable'),
  order_not_written: ({ text }, { isTransient }) =>
    text(isTransient ? 'failure.notWrittenNow' : 'failure.notWritten'),
  order_unconfirmed({ text }, { code, isWithoutKey = false }) {
    if (code !== null) return text('failure.unconfirmedOrder', { code })
    return isWithoutKey ? null : text('failure.unconfirmed')
  },
  processor_busy: ({ text, number }, { retryAfterSeconds }) =>
    text('failure.processorBusy', { seconds: number(retryAfterSeconds) }),
  processor_unavailable: ({ text }) => text('failure.processorUnavailable'),
  rate_limited({ text }, { scope }) {
    const key = limitKeys[scope]
    return key === undefined ? null : text(key)
  },
  saved_card_changed: ({ text }) => text('failure.cardChanged'),
  too_many_open_orders: ({ text, number }, { limit }) =>
    text('failure.openOrders', { limit: number(limit), days: openCheckoutHours / 24 }),
}

const limitKeys: Readonly<
  Record<string, 'failure.emailLimit' | 'failure.giftCardLimit' | 'failure.networkLimit'>
> = {
  'guest-checkout': 'failure.networkLimit',
  'guest-checkout-email': 'failure.emailLimit',
  'guest-gift-cards': 'failure.giftCardLimit',
}

const sentenceFrom = <Kinds, K extends keyof Kinds>(
  table: Table<Kinds>,
  words: Words,
  failure: FailureOf<Kinds, K>,
): string | null => table[failure.kind]?.(words, failure) ?? null
