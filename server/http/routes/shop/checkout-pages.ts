// /checkout: the form that orders the basket. Without an account it leads to signing in, which comes back here with the basket.
import { buyerFields } from '../../../domain/accounts/buyer.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { partCountOf } from '../../../domain/cart/basket.ts'
import { checkOut, findCheckout } from '../../../domain/cart/check-out.ts'
import { priceCart } from '../../../domain/cart/price-cart.ts'
import { findBasket, itemsOf, priceBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { domesticCountry, readCountry } from '../../../domain/catalog/countries.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import { orderPagePath, payPageUrl } from '../../../domain/orders/page-urls.ts'
import { maxReferenceCharacters } from '../../../domain/orders/reference.ts'
import { typingErrors } from '../../../domain/orders/submit/typing-errors.ts'
import { correctFields, type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { addressFields, checkoutPage } from '../../../pages/shop/checkout.tsx'
import { withCountry } from '../../../pages/shop/with-country.ts'
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
  { query, caller: visitor }: Input<Visitor>,
): Promise<Response> {
  const { caller } = visitor
  if (caller === null) return seeOther(signInToCheckout(query['country']))
  await findBasket(http.deps, visitor)
  const account = await http.deps.accounts.read(caller.accountId)
  const entries = new Map<string, string>([
    ['country', query['country'] ?? ''],
    ['email', caller.email],
    ...buyerFields.map((name) => [name, account?.buyer[name] ?? ''] as const),
  ])
  const response = await render(http, caller, (name) => entries.get(name) ?? '')
  if (visitor.basketId !== null) {
    appendCookies(response.headers, [basketCookie(null, http.deps)])
  }
  return response
}

function signInToCheckout(target: string | undefined): string {
  const country = readCountry(target)
  return signInPath(withCountry('/checkout', country.ok ? country.value : ''))
}

type Refused = {
  readonly failure?: Failure
  /** Wrong fields that were found before anything else was checked. */
  readonly errors?: FieldErrors
}

async function render(
  { deps }: HttpContext,
  caller: AccountCaller,
  entries: SentFields,
  { failure, errors }: Refused = {},
): Promise<Response> {
  const basket = await findBasket(deps, { caller, basketId: null })
  if (basket === null || basket.lines.length === 0) return seeOther('/basket')
  const countryField = readCountry(entries('country'))
  const country = countryField.ok ? countryField.value : domesticCountry
  // Stores the prices as seen: an order at other prices is refused.
  const plain = await priceBasket(deps, basket, country)
  const giftCard = entries('giftCard').trim()
  const items = itemsOf(basket)
  const withGift =
    giftCard === '' ? null : await priceCart(deps, caller, { items, country, giftCard })
  const cart = withGift?.ok ? withGift.value : plain
  const refused = failure ?? (countryField.ok ? giftFailure(withGift) : countryField.failure)
  const refusal = refused === undefined ? null : refusalOf(refused)
  const response = checkoutPage({
    basket,
    cart,
    country,
    visitor: { isSignedIn: true, basketParts: partCountOf(basket) },
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

function giftFailure(priced: Awaited<ReturnType<typeof priceCart>> | null): Failure | undefined {
  if (priced === null) return undefined
  if (!priced.ok) return priced.failure
  return priced.value.gift?.shareCents === 0 ? { kind: 'gift_card_unusable' } : undefined
}

/** Sentences by field. People are shown typing errors that may be intended in an order over the API. */
function wrongFields(entries: SentFields): FieldErrors {
  const missing = addressFields.flatMap(([name, , , required]) =>
    required && entries(name).trim() === '' ? [[name, 'Fill in this field.'] as const] : [],
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

/** Where an empty basket leads: to the order of the same form, which was sent twice at the same time. */
async function placedOr(
  { deps }: HttpContext,
  caller: AccountCaller,
  key: string,
): Promise<string> {
  const order = key === '' ? null : await findCheckout(deps, caller, key)
  return order === null ? '/basket' : payPageUrl(order.code, '')
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
  { request, caller: { caller } }: Input<Visitor>,
): Promise<Response> {
  const { deps } = http
  const entries = await readForm(request)
  if (caller === null) return seeOther(signInToCheckout(entries('country')))
  const key = entries('key')
  // A form that is sent twice: the order of the first one has emptied the basket.
  const earlier = key === '' ? null : await findCheckout(deps, caller, key)
  if (earlier !== null) return seeOther(payPageUrl(earlier.code, ''))
  if (entries('action') !== 'order') return await render(http, caller, entries)
  const basket = await findBasket(deps, { caller, basketId: null })
  if (basket === null || basket.lines.length === 0) {
    return seeOther(await placedOr(http, caller, key))
  }
  const address = new Map<string, string>(addressFields.map(([name]) => [name, entries(name)]))
  const errors = wrongFields(entries)
  if (hasErrors(errors)) return await render(http, caller, entries, { errors })
  const slot = await consumeRateLimit(deps, 'checkout', caller.email)
  if (!slot.ok) return await render(http, caller, entries, { failure: slot.failure })
  const placed = await checkOut(deps, caller, {
    items: itemsOf(basket),
    country: entries('country'),
    giftCard: entries('giftCard'),
    address,
    buyer: new Map<string, string>(buyerFields.map((name) => [name, entries(name)])),
    idempotencyKey: key,
    ...(entries('note') !== '' && { note: entries('note') }),
    ...(entries('reference') !== '' && { reference: entries('reference') }),
    ...(/^\d{1,9}$/.test(entries('shownCents')) && { shownCents: Number(entries('shownCents')) }),
    basketLineIds: basket.lines.map(({ id }) => id),
  })
  if (!placed.ok) {
    const { failure } = placed
    if (failure.kind === 'session_required') return seeOther(signInToCheckout(entries('country')))
    return await render(http, caller, entries, { failure })
  }
  const { order, checkoutUrl } = placed.value
  // Without a page of the processor, the order's own payment page opens one later.
  return seeOther(checkoutUrl ?? paymentUrlOf(order, '') ?? orderPagePath(order.code))
}
