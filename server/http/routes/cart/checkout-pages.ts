// /checkout: the form that orders the basket, with or without an account.
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import type { Basket } from '../../../domain/cart/basket.ts'
import { cancelWaitingOrders } from '../../../domain/cart/cancel-waiting-orders.ts'
import {
  type BasketOrder,
  checkOutBasket,
  findFormOrder,
} from '../../../domain/cart/check-out-basket.ts'
import { admitGuest, guestOf } from '../../../domain/cart/guest.ts'
import { findBasket, type Visitor } from '../../../domain/cart/use-basket.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import { listAddresses } from '../../../domain/orders/read/address-book.ts'
import { orderPagePath, payPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { hasErrors } from '../../../html/form-fields.tsx'
import { unconfirmedOrderPage } from '../../../pages/cart/unconfirmed-order.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { basketCookie } from '../../requests/basket-cookie.ts'
import { appendCookies } from '../../requests/cookies.ts'
import { countryCookies, countryFor } from '../../requests/country.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { inLanguage } from '../../requests/language.ts'
import { signInPath } from '../../requests/next-page.ts'
import { failureSentence } from './cart-sentences.ts'
import { firstEntries } from './checkout-entries.ts'
import { orderOf, shownCharge, typedGiftCode, wrongFields } from './checkout-form.ts'
import { type CheckoutRefusal, readAccount, renderCheckout } from './render-checkout.ts'

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
  const account = await readAccount(http, visitor)
  const entries = await firstEntries(http, visitor, { query, country, addresses, account })
  const sent = { request, visitor, entries }
  const response = await renderCheckout(http, sent, { basket, addresses, account })
  if (caller !== null && visitor.basketId !== null) {
    appendCookies(response.headers, [basketCookie(null, deps)])
  }
  appendCookies(response.headers, countryCookies(query['country'] ?? '', deps))
  return response
}

async function submitCheckout(
  http: HttpContext,
  { request, caller: visitor }: Input<Visitor>,
): Promise<Response> {
  const { deps } = http
  const entries = await readForm(request)
  const basket = await findBasket(deps, visitor)
  if (basket === null || basket.lines.length === 0) {
    return await leadToOrder(http, { visitor, basket, entries })
  }
  const address = http.clientAddress(request)
  const form: CheckoutForm = { request, visitor, basket, entries, address }
  if (visitor.caller === null && typedGiftCode(entries) !== '') {
    const slot = await consumeRateLimit(deps, 'guest-gift-cards', address)
    if (!slot.ok) return await showAgain(http, form, { failure: slot.failure })
  }
  const action = entries('action')
  const isOrder = action === 'order' || action === 'card'
  const response = await (isOrder ? orderBasket(http, form) : applyGift(http, form))
  appendCookies(response.headers, countryCookies(entries('country'), deps))
  return response
}

type CheckoutForm = {
  readonly request: Request
  readonly visitor: Visitor
  readonly basket: Basket
  readonly entries: SentFields
  /** Client address. */
  readonly address: string
}

/** The basket is empty: leads to the order of this form, which may be paid already, perhaps from another tab. */
async function leadToOrder(
  { deps }: HttpContext,
  {
    visitor,
    basket,
    entries,
  }: Pick<CheckoutForm, 'visitor' | 'entries'> & { readonly basket: Basket | null },
): Promise<Response> {
  const account = visitor.caller ?? (basket === null ? null : guestOf(basket))
  const order = account === null ? null : await findFormOrder(deps, account, entries('key'))
  return seeOther(order === null ? '/basket' : payPageUrl(order.code, ''))
}

/** Shows the form as it was sent, with what was refused. */
async function showAgain(
  http: HttpContext,
  { request, visitor, basket: before, entries }: CheckoutForm,
  refused: CheckoutRefusal = {},
): Promise<Response> {
  const { deps } = http
  // Another window may have changed or ordered the basket, and a declined order is cancelled.
  const isChanged = refused.failure !== undefined || refused.declined !== undefined
  const basket = isChanged ? await findBasket(deps, visitor) : before
  if (basket === null || basket.lines.length === 0) {
    return await leadToOrder(http, { visitor, basket: before, entries })
  }
  const { caller } = visitor
  const addresses = caller === null ? [] : await listAddresses(deps, caller.accountId)
  return await renderCheckout(
    http,
    { request, visitor, entries },
    { ...refused, basket, addresses },
  )
}

async function orderBasket(http: HttpContext, form: CheckoutForm): Promise<Response> {
  const { deps } = http
  const { visitor, basket, entries } = form
  const isByCard = entries('action') === 'card'
  const savedCard = isByCard ? shownCharge(entries) : undefined
  if (isByCard && savedCard === undefined) return await showAgain(http, form)
  const errors = wrongFields(entries)
  if (hasErrors(errors)) return await showAgain(http, form, { errors })
  const admitted = await admitBuyer(http, form)
  if (!admitted.ok) return await showAgain(http, form, { failure: admitted.failure })
  const ordered = await checkOutBasket(deps, admitted.value, basket, {
    formKey: entries('key') || deps.ids.uuid(),
    ...orderOf(entries, { isGuest: visitor.caller === null, savedCard }),
  })
  return ordered.ok
    ? await leadToPayment(http, form, ordered.value)
    : await showRefusal(http, form, ordered.failure)
}

/** Redirects after the order. Without a payment page from the processor, the order page opens one later. */
async function leadToPayment(
  http: HttpContext,
  form: CheckoutForm,
  ordered: BasketOrder,
): Promise<Response> {
  if (ordered.kind === 'declined') return await showAgain(http, form, { declined: ordered.card })
  const { order } = ordered
  if (ordered.kind === 'order_kept') return seeOther(payPageUrl(order.code, ''))
  const isCharged = isPaid(order) && order.payment.chargeState !== 'none'
  const orderPage = `${orderPagePath(order.code)}${isCharged ? '?paid=1' : ''}`
  return seeOther(ordered.checkoutUrl ?? paymentUrlOf(order, '') ?? orderPage)
}

async function showRefusal(
  http: HttpContext,
  form: CheckoutForm,
  failure: Failure,
): Promise<Response> {
  const isSignedOut = failure.kind === 'session_required' && form.visitor.caller !== null
  if (isSignedOut) return seeOther(signInPath('/checkout'))
  if (failure.kind === 'order_unconfirmed' && failure.code !== null) {
    const { code } = failure
    return await inLanguage(form.request, http.deps, (language) => {
      const sentence = failureSentence(language.words, failure)
      return withRefusalHeaders(unconfirmedOrderPage({ code, sentence, language }), failure)
    })
  }
  return await showAgain(http, form, { failure })
}

/** Applies a gift card. Cancels the basket's unpaid order first, which frees its share of a gift card immediately. */
async function applyGift(http: HttpContext, form: CheckoutForm): Promise<Response> {
  if (typedGiftCode(form.entries) === '') return await showAgain(http, form)
  const kept = await cancelWaitingOrders(http.deps, form.basket)
  if (!kept.ok) return await showAgain(http, form, { failure: kept.failure })
  return kept.value === null
    ? await showAgain(http, form)
    : seeOther(payPageUrl(kept.value.code, ''))
}

/** Admits the buyer. Limits for guests are counted per client address and per typed email address. */
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
