// /checkout: the address, a gift card, and the button that orders the basket.
import { Html } from '@elysiajs/html'
import type { Basket } from '../../domain/cart/basket.ts'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { type FieldErrors, Hidden, TextField } from '../base/form-fields.tsx'
import { Notice, pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { Acceptance } from '../legal/acceptance.tsx'
import { CountryField, Sum } from './cart-parts.tsx'

export const addressFields = [
  ['recipientName', 'Name', 'name', true],
  ['street1', 'Street and number', 'address-line1', true],
  ['street2', 'Apartment, floor (optional)', 'address-line2', false],
  ['city', 'City', 'address-level2', true],
  ['state', 'State or region', 'address-level1', true],
  ['zip', 'Postal code', 'postal-code', true],
  ['email', 'Email for the confirmation', 'email', true],
  ['phone', 'Phone for the carrier (optional)', 'tel', false],
] as const

export type CheckoutView = {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** As typed, by field. */
  readonly entries: (name: string) => string
  readonly errors: FieldErrors
  /** Sent with the form, so that sending it twice makes one order. */
  readonly orderKey: string
  /** Origins of the card processor's pages, to which the form redirects. */
  readonly formTargets: readonly string[]
  readonly status?: number
  readonly notice?: string
}

export function checkoutPage(view: CheckoutView): Promise<Response> {
  const { status = 200, notice, formTargets } = view
  return pageResponse({
    title: notice === undefined ? 'Checkout' : 'Error: Checkout',
    status,
    headers: unlisted(),
    formTargets,
    body: (
      <>
        <h1>Checkout</h1>
        {notice === undefined ? '' : <Notice kind="error" text={notice} />}
        <CheckoutForm {...view} />
      </>
    ),
  })
}

function CheckoutForm({ basket, cart, country, entries, errors, orderKey }: CheckoutView) {
  const { dueCents } = cart
  const parts = basket.lines.reduce((sum, { options }) => sum + options.quantity, 0)
  return (
    <form method="post" action="/checkout">
      <Hidden name="key" value={orderKey} />
      <div class="columns">
        <section class="panel" aria-labelledby="to">
          <h2 id="to">Ship to</h2>
          {addressFields.map(([name, label, autocomplete, required]) => (
            <TextField
              name={name}
              label={label}
              value={entries(name)}
              errors={errors}
              input={{ autocomplete, required, maxlength: 200 }}
            />
          ))}
          <CountryField country={country} />
        </section>
        <section class="panel" aria-labelledby="sum">
          <h2 id="sum">{parts === 1 ? '1 part' : `${parts} parts`}</h2>
          <Sum cart={cart} country={country} />
          <TextField
            name="giftCard"
            label="Gift card code (optional)"
            value={entries('giftCard')}
            errors={errors}
            input={{ autocomplete: 'off', maxlength: 40 }}
          />
          <p class="row">
            <button type="submit" name="action" value="order">
              {dueCents === 0 ? 'Order' : `Order and pay ${money(dueCents)}`}
            </button>
            <button type="submit" name="action" value="update" class="quiet" formnovalidate>
              Update the price
            </button>
          </p>
          <Acceptance button="order" />
          <p class="hint">
            You pay on the card processor’s page. Nothing is printed before the payment, and an
            order that is not paid within 24 hours is cancelled.{' '}
            <a href="/basket">Back to the basket</a>
          </p>
        </section>
      </div>
    </form>
  )
}
