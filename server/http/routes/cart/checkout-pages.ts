// /checkout: the form that orders the basket, with or without an account.
import { buyerFields } from '../../../domain/accounts/buyer.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import { type Basket, partCountOf, waitingOrdersOf } from '../../../domain/cart/basket.ts'
import {
  checkOutBasket,
  findFormOrder,
  giveUpWaiting,
} from '../../../domain/cart/check-out-basket.ts'
import { admitGuest, guestOf } from '../../../domain/cart/guest.ts'
import { addGift } from '../../../domain/cart/price-cart.ts'
import { findBasket, priceBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { domesticCountry, hasStates, readCountry } from '../../../domain/catalog/countries.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import type { ShippingAddress } from '../../../domain/orders/order.ts'
import { orderPagePath, payPageUrl } from '../../../domain/orders/page-urls.ts'
import { type KnownAddress, listAddresses } from '../../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../../domain/orders/reference.ts'
import { typingErrors } from '../../../domain/orders/submit/typing-errors.ts'
import { correctFields, type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { addressFields, checkoutPage } from '../../../pages/cart/checkout.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { buyerMarks } from '../../refusals/buyer-marks.ts'
import type { Failure } from '../../refusals/failure.ts'
import { type Marks, marksOf } from '../../refusals/marks.ts'
import { refusalOf, withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { basketCookie } from '../../requests/basket-cookie.ts'
import { appendCookies } from '../../requests/cookies.ts'
import { countryCookies, countryFor } from '../../requests/country.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { signInPath } from '../../requests/next-page.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'
import { refusalsOf } from './basket-pages.ts'
import { cartShipsBy } from './ships-by.ts'

export const checkoutPages = [
  page({ path: '/checkout', access: visitors, show: showCheckout }),
  post({ path: '/checkout', access: visitors, respond: submitCheckout }),
]

async function showCheckout(
  http: HttpContext,
  { request, query, caller: visitor }: Input<Visitor>,
): Promise<Response> {
  const { deps } = http
  const { caller } = visitor
  const basket = await findBasket(deps, visitor)
  const country = countryFor(request, { chosen: query['country'], origin: deps })
  const addresses = caller === null ? [] : await listAddresses(deps, caller.accountId)
  const entries = await firstEntries(http, visitor, { query, country, addresses })
  const response = await render(http, visitor, entries, { basket, addresses })
  if (caller !== null && visitor.basketId !== null) {
    appendCookies(response.headers, [basketCookie(null, deps)])
  }
  appendCookies(response.headers, countryCookies(query['country'] ?? '', deps))
  return response
}

/** What the form has before anything is typed: for an account its email, its fields for the books, and an address that it ordered to. */
async function firstEntries(
  { deps }: HttpContext,
  { caller }: Visitor,
  {
    query,
    country,
    addresses,
  }: {
    readonly query: Input<Visitor>['query']
    readonly country: string
    readonly addresses: readonly KnownAddress[]
  },
): Promise<SentFields> {
  if (caller === null) return (name) => (name === 'country' ? country : '')
  const account = await deps.accounts.read(caller.accountId)
  const chosen = addresses.find(({ code }) => code === query['address']) ?? addresses[0]
  // A country that was chosen on the way here counts; an address of another one would be a wrong one.
  const asked = query['country'] ?? ''
  const isElsewhere = asked !== '' && query['address'] === undefined
  const known =
    chosen === undefined || (isElsewhere && chosen.address.country !== country) ? null : chosen
  const entries = new Map<string, string>([
    ['country', known?.address.country ?? country],
    ['email', caller.email],
    ...addressNames.map((name) => [name, known?.address[name] ?? ''] as const),
    ...(known === null ? [] : stateOf(known.address)),
    ...buyerFields.map((name) => [name, account?.buyer[name] ?? ''] as const),
  ])
  return (name) => entries.get(name) ?? ''
}

/** Where the page entered the city for the state, another city has to be entered again. */
const stateOf = ({
  state,
  city,
  country,
}: ShippingAddress): readonly (readonly [string, string])[] =>
  state === city && !hasStates(country)
    ? [['state', '']]
    : [
        ['state', state],
        ['stateOf', country],
      ]

const addressNames = addressFields.flatMap(([name]) => (name === 'email' ? [] : [name]))

type CheckoutRefusal = {
  readonly failure?: Failure
  /** Wrong fields that were found before anything else was checked. */
  readonly errors?: FieldErrors
}

async function render(
  { deps }: HttpContext,
  visitor: Visitor,
  entries: SentFields,
  {
    failure,
    errors,
    basket,
    addresses,
  }: CheckoutRefusal & {
    readonly basket: Basket | null
    readonly addresses: readonly KnownAddress[]
  },
): Promise<Response> {
  if (basket === null || basket.lines.length === 0) return seeOther('/basket')
  const caller = visitor.caller ?? guestOf(basket)
  const countryField = readCountry(entries('country'))
  const country = countryField.ok ? countryField.value : domesticCountry
  // Stores the prices as seen: an order at other prices is refused.
  const plain = await priceBasket(deps, basket, country)
  const giftCard = entries('giftCard').trim()
  const { lines } = plain
  const withGift =
    giftCard === '' ? null : await addGift(deps, caller, { lines, country, giftCard })
  const cart = withGift?.ok ? withGift.value : plain
  const refused = failure ?? (countryField.ok ? giftFailure(withGift) : countryField.failure)
  const refusal = refused === undefined ? null : refusalOf(refused)
  const response = checkoutPage({
    basket,
    cart,
    country,
    visitor: { isSignedIn: visitor.caller !== null, basketParts: partCountOf(basket) },
    addresses,
    waiting: waitingOrdersOf(basket),
    entries,
    errors: errors ?? (refused === undefined ? {} : marksOf(marks, refused, entries)),
    refusals: refusalsOf(basket, cart),
    shipsBy: await cartShipsBy(deps, cart),
    timeZone: deps.timeZone,
    orderKey: entries('key') || deps.ids.uuid(),
    formTargets: hostedPages(deps),
    ...(refusal && { status: refusal.status, notice: refusal.error }),
    ...(errors && { status: 400, notice: correctFields(errors) }),
  })
  return refused === undefined ? response : withRefusalHeaders(response, refused)
}

function giftFailure(priced: Awaited<ReturnType<typeof addGift>> | null): Failure | undefined {
  if (priced === null) return undefined
  if (!priced.ok) return priced.failure
  return priced.value.gift?.shareCents === 0 ? { kind: 'gift_card_unusable' } : undefined
}

/** Sentences by field. People are shown typing errors that may be intended in an order over the API. */
function wrongFields(entries: SentFields): FieldErrors {
  const missing = addressFields.flatMap(([name, , , required]) =>
    required && entries(name).trim() === '' && !isWithoutState(name, entries('country'))
      ? [[name, 'Fill in this field.'] as const]
      : [],
  )
  const { email, zip } = typingErrors({
    email: entries('email'),
    zip: entries('zip'),
    country: entries('country'),
  })
  return Object.fromEntries([
    ...missing,
    ...(email === null ? [] : [['email', email] as const]),
    ...(zip === null ? [] : [['zip', zip] as const]),
  ])
}

const isWithoutState = (name: string, country: string): boolean =>
  name === 'state' && !hasStates(country.trim().toUpperCase() || domesticCountry)

/**
 * The typed address. Addresses of most countries have no state, which the contract asks for: there the city stands for it, unless the
 * address came with one.
 */
function addressOf(entries: SentFields): ReadonlyMap<string, string> {
  const isKnown = entries('state').trim() !== '' && entries('stateOf') === entries('country')
  const stateName = isWithoutState('state', entries('country')) && !isKnown ? 'city' : 'state'
  return new Map<string, string>(
    addressFields.map(([name]) => [name, entries(name === 'state' ? stateName : name)]),
  )
}

/** The fields that refusals are about. */
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

async function submitCheckout(
  http: HttpContext,
  { request, caller: visitor }: Input<Visitor>,
): Promise<Response> {
  const { deps } = http
  const entries = await readForm(request)
  const basket = await findBasket(deps, visitor)
  const account = visitor.caller ?? (basket === null ? null : guestOf(basket))
  if (account === null) return seeOther('/basket')
  const formKey = entries('key')
  if (basket === null || basket.lines.length === 0) {
    // The order of the form is paid, perhaps in another tab.
    const earlier = await findFormOrder(deps, account, formKey)
    return seeOther(earlier === null ? '/basket' : payPageUrl(earlier.code, ''))
  }
  const shown = async (refused: CheckoutRefusal = {}) => {
    // Another window may have changed it.
    const now = refused.failure === undefined ? basket : await findBasket(deps, visitor)
    const { caller } = visitor
    const addresses = caller === null ? [] : await listAddresses(deps, caller.accountId)
    return await render(http, visitor, entries, { ...refused, basket: now, addresses })
  }
  const address = http.clientAddress(request)
  if (visitor.caller === null && entries('giftCard').trim() !== '') {
    const slot = await consumeRateLimit(deps, 'guest-gift-cards', address)
    if (!slot.ok) return await shown({ failure: slot.failure })
  }
  const response = await act(http, { visitor, basket, entries, shown, address })
  appendCookies(response.headers, countryCookies(entries('country'), deps))
  return response
}

type CheckoutForm = {
  readonly visitor: Visitor
  readonly basket: Basket
  readonly entries: SentFields
  readonly shown: (refused?: CheckoutRefusal) => Promise<Response>
  /** The client's. */
  readonly address: string
}

async function act(http: HttpContext, sent: CheckoutForm): Promise<Response> {
  const { deps } = http
  const { visitor, basket, entries, shown } = sent
  if (entries('action') !== 'order') return await applyGift(http, sent)
  const errors = wrongFields(entries)
  if (hasErrors(errors)) return await shown({ errors })
  const admitted = await admitBuyer(http, sent)
  if (!admitted.ok) return await shown({ failure: admitted.failure })
  const placed = await checkOutBasket(deps, admitted.value, basket, {
    formKey: entries('key') || deps.ids.uuid(),
    country: entries('country'),
    giftCard: entries('giftCard'),
    address: addressOf(entries),
    // A guest has no invoice to state them on.
    buyer: new Map<string, string>(
      visitor.caller === null ? [] : buyerFields.map((name) => [name, entries(name)]),
    ),
    ...(entries('note') !== '' && { note: entries('note') }),
    ...(entries('reference') !== '' && { reference: entries('reference') }),
    ...(/^\d{1,9}$/.test(entries('shownCents')) && { shownCents: Number(entries('shownCents')) }),
  })
  if (!placed.ok) {
    const { failure } = placed
    const isSignedOut = failure.kind === 'session_required' && visitor.caller !== null
    return isSignedOut ? seeOther(signInPath('/checkout')) : await shown({ failure })
  }
  const { order } = placed.value
  if (placed.value.kind === 'stands') return seeOther(payPageUrl(order.code, ''))
  // Without a page of the processor, the order's own payment page opens one later.
  return seeOther(placed.value.checkoutUrl ?? paymentUrlOf(order, '') ?? orderPagePath(order.code))
}

/** The share that an order of this basket holds is free for the next one at once. */
async function applyGift(
  { deps }: HttpContext,
  { basket, entries, shown }: CheckoutForm,
): Promise<Response> {
  if (entries('giftCard').trim() === '') return await shown()
  const stands = await giveUpWaiting(deps, basket)
  if (!stands.ok) return await shown({ failure: stands.failure })
  return stands.value === null ? await shown() : seeOther(payPageUrl(stands.value.code, ''))
}

/** The limits of a guest are those of the client's address and of the email that was typed. */
async function admitBuyer(
  { deps }: HttpContext,
  { visitor: { caller }, basket, entries, address }: CheckoutForm,
): Promise<Result<AccountCaller, Failure>> {
  if (caller !== null) {
    const slot = await consumeRateLimit(deps, 'checkout', caller.email)
    return slot.ok ? ok(caller) : slot
  }
  const byAddress = await consumeRateLimit(deps, 'guest-checkout', address)
  if (!byAddress.ok) return byAddress
  const email = entries('email').trim().toLowerCase()
  const byEmail = await consumeRateLimit(deps, 'guest-checkout-email', email)
  return byEmail.ok ? ok(await admitGuest(deps, basket)) : byEmail
}
