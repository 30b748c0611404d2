// The checkout page with what was entered and, after a refusal, what is wrong.
import type { AccountRecord } from '../../../domain/accounts/ports.ts'
import {
  type Basket,
  partCountOf,
  versionOfBasket,
  waitingOrdersOf,
} from '../../../domain/cart/basket.ts'
import { guestOf } from '../../../domain/cart/guest.ts'
import type { DeclinedCard } from '../../../domain/cart/pay-cart-order.ts'
import { addGift } from '../../../domain/cart/price-cart.ts'
import { markOfCard } from '../../../domain/cart/saved-card.ts'
import { priceBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { domesticCountry, readCountry } from '../../../domain/catalog/countries.ts'
import type { KnownAddress } from '../../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../../domain/orders/record/reference.ts'
import { type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { correctFields } from '../../../pages/base/correct-fields.ts'
import type { PageLanguage } from '../../../pages/base/page-language.tsx'
import { addressFields, type CheckoutView, checkoutPage } from '../../../pages/cart/checkout.tsx'

import { defaultLanguage } from '../../../pages/languages/languages.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { buyerMarks } from '../../refusals/buyer-marks.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type Marks, marksOf } from '../../refusals/marks.ts'
import { refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { inLanguage } from '../../requests/language.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'
import { hasEnglishParts, refusalsOf } from './basket-pages.ts'
import { failureSentence, isTranslated } from './cart-sentences.ts'
import { typedGiftCode, type WrongFields } from './checkout-form.ts'
import { cartShipsBy } from './ships-by.ts'

export type CheckoutRefusal = {
  readonly failure?: Failure
  /** Field errors found before any other check. */
  readonly errors?: WrongFields
  /** Why the saved card was declined. */
  readonly declined?: DeclinedCard
}

type CheckoutPageRequest = {
  readonly request: Request
  readonly visitor: Visitor
  readonly entries: SentFields
}

type Shown = CheckoutRefusal & {
  /** Read here where it is not given. */
  readonly account?: AccountRecord | null
  readonly basket: Basket | null
  readonly addresses: readonly KnownAddress[]
}

/** Renders the checkout in the visitor's language, or leads to the basket if it is empty. */
export async function renderCheckout(
  http: HttpContext,
  { request, ...sent }: CheckoutPageRequest,
  { basket, ...shown }: Shown,
): Promise<Response> {
  if (basket === null || basket.lines.length === 0) return seeOther('/basket')
  return await inLanguage(request, http.deps, (language) =>
    renderIn(language, http, sent, { ...shown, basket }),
  )
}

async function renderIn(
  visitorLanguage: PageLanguage,
  http: HttpContext,
  { visitor, entries }: Omit<CheckoutPageRequest, 'request'>,
  { failure, errors, declined, basket, addresses, account }: Shown & { readonly basket: Basket },
): Promise<Response> {
  const { deps } = http
  const caller = visitor.caller ?? guestOf(basket)
  const countryField = readCountry(entries('country'))
  const country = countryField.ok ? countryField.value : domesticCountry
  // Stores the displayed prices, so that an order at other prices is refused.
  const plain = await priceBasket(deps, basket, country)
  const giftCard = typedGiftCode(entries)
  const { lines } = plain
  const withGift =
    giftCard === '' ? null : await addGift(deps, caller, { lines, country, giftCard })
  const cart = withGift?.ok ? withGift.value : plain
  const refused = failure ?? (countryField.ok ? giftFailure(withGift) : countryField.failure)
  const reader = account === undefined ? await readAccount(http, visitor) : account
  const savedCard = reader?.card ?? null
  const refusals = refusalsOf(basket, cart)
  const state: CheckoutState = { refused, errors, declined, entries }
  const isEnglish = hasEnglishParts({ refusals, cart }) || !isInCatalog(state)
  const language = isEnglish ? undefined : visitorLanguage
  const words = language?.words ?? english
  const wrong = markedIn(words, state)
  const response = checkoutPage({
    language,
    basket,
    cart,
    country,
    visitor: { isSignedIn: visitor.caller !== null, basketParts: partCountOf(basket) },
    addresses,
    waiting: waitingOrdersOf(basket),
    entries,
    errors: wrong,
    refusals,
    shipsBy: await cartShipsBy(deps, cart),
    timeZone: deps.timeZone,
    savedCard: savedCard && { ...savedCard, mark: await markOfCard(savedCard) },
    // A declined charge is never retried under its key, so the next order gets a new key.
    orderKey: (declined === undefined && entries('key')) || deps.ids.uuid(),
    shownBasket: await versionOfBasket(basket),
    formTargets: hostedPages(deps),
    ...focusOf(entries, country, refused !== undefined || hasErrors(wrong)),
    ...noticeOf(words, state, wrong),
  })
  return refused === undefined ? response : withRefusalHeaders(response, refused)
}

/** What the page reports. */
type CheckoutState = {
  readonly refused: Failure | undefined
  readonly errors: WrongFields | undefined
  readonly declined: DeclinedCard | undefined
  readonly entries: SentFields
}

/** Whether the sentence above the form is in the catalog. Otherwise the whole page is in English. */
const isInCatalog = (state: CheckoutState): boolean => {
  const { refused, errors, declined } = state
  const isShown = refused !== undefined && errors === undefined && declined === undefined
  return !isShown || isTranslated(refused) || hasErrors(markedIn(english, state))
}

/** Returns the errors of the fields that the page marks, because of `errors` or the refusal. */
function markedIn(words: Words, { refused, errors, entries }: CheckoutState): FieldErrors {
  if (errors === undefined) {
    return refused === undefined ? {} : marksOf(marksIn(words), refused, entries)
  }
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, words.text(`field.${error}`)]),
  )
}

/** null for a visitor who is signed out. */
export const readAccount = async (
  { deps }: HttpContext,
  { caller }: Visitor,
): Promise<AccountRecord | null> =>
  caller === null ? null : await deps.accounts.read(caller.accountId)

/** A field with an error gets the focus automatically; a newly opened page focuses nothing. */
function focusOf(
  entries: SentFields,
  country: string,
  isRefused: boolean,
): Pick<CheckoutView, 'focus'> {
  const action = entries('action')
  if (isRefused) return {}
  // The Enter key in any field sends 'update' as well.
  if (action === 'update' && entries('shownCountry') !== country) return { focus: 'country' }
  const isGift = action === 'gift' || (action === 'update' && typedGiftCode(entries) !== '')
  return isGift ? { focus: 'sum' } : {}
}

/** Shows a decline even when a field is marked as well. */
function noticeOf(
  words: Words,
  { refused, errors, declined }: CheckoutState,
  wrong: FieldErrors,
): Pick<CheckoutView, 'status' | 'notice'> {
  if (declined !== undefined) return { status: 409, notice: declinedText(words, declined) }
  if (errors !== undefined) return { status: 400, notice: correctFields(wrong, words) }
  if (refused === undefined) return {}
  const notice = hasErrors(wrong) ? correctFields(wrong, words) : failureSentence(words, refused)
  return { status: refusalOf(refused).status, notice }
}

/** In English, quotes the processor's sentence without its period. Its other languages are those of our catalog. */
function declinedText(words: Words, { reason, code }: DeclinedCard): string {
  const isEnglish = words.language === defaultLanguage
  if (!isEnglish && code === null) return words.text('checkout.declined')
  const because = isEnglish || code === null ? reason : words.text(`declined.${code}`)
  return words.text('checkout.declinedBecause', { reason: because.replace(/\.$/, '') })
}

function giftFailure(priced: Awaited<ReturnType<typeof addGift>> | null): Failure | undefined {
  if (priced === null) return undefined
  if (!priced.ok) return priced.failure
  return priced.value.gift?.shareCents === 0 ? { kind: 'gift_card_unusable' } : undefined
}

/** Maps failure kinds to the fields that the page marks. */
const marksIn = (words: Words): Marks => ({
  ...buyerMarks(words),
  shipping_fields_missing: ({ fields }) =>
    Object.fromEntries(
      addressFields.flatMap(([name]) =>
        fields.includes(name) ? [[name, words.text('field.missing')]] : [],
      ),
    ),
  address_field_too_long: ({ field, limit }) => ({ [field]: tooLong(words, limit) }),
  order_email_invalid: { email: words.text('field.emailRefused') },
  reference_too_long: { reference: tooLong(words, maxReferenceCharacters) },
  gift_card_unusable: { giftCard: words.text('field.giftCardWrong') },
})

const tooLong = (words: Words, limit: number): string =>
  words.text('field.tooLong', { limit: words.number(limit) })
