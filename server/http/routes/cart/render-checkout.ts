// The checkout page with what was entered and, after a refusal, what is wrong.
import type { AccountRecord } from '../../../domain/accounts/ports.ts'
import {
  type Basket,
  partCountOf,
  versionOfBasket,
  waitingOrdersOf,
} from '../../../domain/cart/basket.ts'
import { guestOf } from '../../../domain/cart/guest.ts'
import { addGift } from '../../../domain/cart/price-cart.ts'
import { markOfCard } from '../../../domain/cart/saved-card.ts'
import { priceBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { domesticCountry, readCountry } from '../../../domain/catalog/countries.ts'
import type { KnownAddress } from '../../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../../domain/orders/record/reference.ts'
import { correctFields, type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { addressFields, type CheckoutView, checkoutPage } from '../../../pages/cart/checkout.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { buyerMarks } from '../../refusals/buyer-marks.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type Marks, marksOf } from '../../refusals/marks.ts'
import { refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'
import { refusalsOf } from './basket-pages.ts'
import { typedGiftCode } from './checkout-form.ts'
import { cartShipsBy } from './ships-by.ts'

export type CheckoutRefusal = {
  readonly failure?: Failure
  /** Field errors found before any other check. */
  readonly errors?: FieldErrors
  /** Why the saved card was declined, in the processor's words. */
  readonly declined?: string
}

export async function renderCheckout(
  http: HttpContext,
  visitor: Visitor,
  entries: SentFields,
  {
    failure,
    errors,
    declined,
    basket,
    addresses,
    account,
  }: CheckoutRefusal & {
    /** Read here where it is not given. */
    readonly account?: AccountRecord | null
    readonly basket: Basket | null
    readonly addresses: readonly KnownAddress[]
  },
): Promise<Response> {
  if (basket === null || basket.lines.length === 0) return seeOther('/basket')
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
  const wrong = errors ?? (refused === undefined ? {} : marksOf(marks, refused, entries))
  const response = checkoutPage({
    basket,
    cart,
    country,
    visitor: { isSignedIn: visitor.caller !== null, basketParts: partCountOf(basket) },
    addresses,
    waiting: waitingOrdersOf(basket),
    entries,
    errors: wrong,
    refusals: refusalsOf(basket, cart),
    shipsBy: await cartShipsBy(deps, cart),
    timeZone: deps.timeZone,
    savedCard: savedCard && { ...savedCard, mark: await markOfCard(savedCard) },
    // A declined charge is never retried under its key, so the next order gets a new key.
    orderKey: (declined === undefined && entries('key')) || deps.ids.uuid(),
    shownBasket: await versionOfBasket(basket),
    formTargets: hostedPages(deps),
    ...focusOf(entries, country, refused !== undefined || hasErrors(wrong)),
    ...noticeOf({ refused, errors, declined, wrong }),
  })
  return refused === undefined ? response : withRefusalHeaders(response, refused)
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
function noticeOf({
  refused,
  errors,
  declined,
  wrong,
}: {
  readonly refused: Failure | undefined
  readonly errors: FieldErrors | undefined
  readonly declined: string | undefined
  /** The fields that the page marks, because of `errors` or the refusal. */
  readonly wrong: FieldErrors
}): Pick<CheckoutView, 'status' | 'notice'> {
  if (declined !== undefined) return { status: 409, notice: declinedText(declined) }
  if (errors !== undefined) return { status: 400, notice: correctFields(errors) }
  if (refused === undefined) return {}
  const { status, error } = refusalOf(refused)
  return { status, notice: hasErrors(wrong) ? correctFields(wrong) : error }
}

/** Ends the processor's sentence with a period if it has none. */
const declinedText = (reason: string): string =>
  `The saved card was declined: ${reason.replace(/\.$/, '')}. No money was taken, and your basket is unchanged. Pay with another card, or try again.`

function giftFailure(priced: Awaited<ReturnType<typeof addGift>> | null): Failure | undefined {
  if (priced === null) return undefined
  if (!priced.ok) return priced.failure
  return priced.value.gift?.shareCents === 0 ? { kind: 'gift_card_unusable' } : undefined
}

/** Maps failure kinds to the fields that the page marks. */
const marks: Marks = {
  ...buyerMarks,
  shipping_fields_missing: ({ fields }) =>
    Object.fromEntries(
      addressFields.flatMap(([name]) =>
        fields.includes(name) ? [[name, 'Fill in this field.']] : [],
      ),
    ),
  address_field_too_long: ({ field, limit }) => ({ [field]: `At most ${limit} characters.` }),
  order_email_invalid: { email: 'Enter one plain email address.' },
  reference_too_long: { reference: `At most ${maxReferenceCharacters} characters.` },
  gift_card_unusable: { giftCard: 'This code is unknown or has no balance left.' },
}
