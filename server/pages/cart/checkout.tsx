// /checkout: the address, a gift card, a note, and the button that orders the basket.

import { buyerFields } from '../../domain/accounts/buyer.ts'
import type { Basket, WaitingOrder } from '../../domain/cart/basket.ts'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { domesticCountry, hasStates } from '../../domain/catalog/countries.ts'
import { maxNoteCharacters } from '../../domain/catalog/options.ts'
import { daysText } from '../../domain/lead-time/day-texts.ts'
import { openCheckoutHours } from '../../domain/limits/open-checkouts.ts'
import type { KnownAddress } from '../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../domain/orders/record/reference.ts'
import { maxAddressCharacters } from '../../domain/orders/submit/order-form.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { type FieldErrors, Hidden, TextArea, TextField } from '../../html/form-fields.tsx'
import { type FieldLink, Notice } from '../../html/notice.tsx'
import { assetUrl, cartScript } from '../assets/assets.ts'
import { cardName } from '../base/card-name.ts'
import { countOf } from '../base/figures.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { BuyerFields, buyerLabels } from '../billing/buyer-fields.tsx'
import { english } from '../languages/words.ts'
import { Acceptance } from '../legal/acceptance.tsx'
import {
  CountryField,
  Line,
  orderablePartsOf,
  type ShippedBy,
  Sum,
  Waiting,
} from './cart-parts.tsx'
import { PricesChanged } from './prices-changed.tsx'
import { checkoutPath, withCountry } from './with-country.ts'

type AddressField = readonly [name: string, label: string, autocomplete: string, required: boolean]

const contactFields = [['email', 'Email', 'email', true]] as const satisfies readonly AddressField[]

const streetFields = [
  ['recipientName', 'Name', 'name', true],
  ['street1', 'Street and number', 'address-line1', true],
  ['street2', 'Apartment, floor (optional)', 'address-line2', false],
] as const satisfies readonly AddressField[]

const placeFields = [
  ['zip', 'Postal code', 'postal-code', true],
  ['city', 'City', 'address-level2', true],
  ['state', 'State or region', 'address-level1', true],
] as const satisfies readonly AddressField[]

const carrierFields = [
  ['phone', 'Phone for the carrier (optional)', 'tel', false],
] as const satisfies readonly AddressField[]

/** In page order. */
export const addressFields = [
  ...contactFields,
  ...streetFields,
  ...placeFields,
  ...carrierFields,
] as const

/** `mark`: the card as `markOfCard` identifies it. */
export type ShownCard = Pick<SavedCard, 'brand' | 'last4'> & { readonly mark: string }

export type CheckoutView = ShippedBy & {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** Returns the typed value of a field. */
  readonly entries: (name: string) => string
  readonly errors: FieldErrors
  /** Error sentences of the lines that cannot be ordered, by line id. */
  readonly refusals: ReadonlyMap<string, string>
  /** The form's key, so that sending the form twice places one order. */
  readonly orderKey: string
  /** `versionOfBasket` of the shown lines: no others are ordered. */
  readonly shownBasket: string
  /** Origins of the card processor's pages that the form may redirect to. */
  readonly formTargets: readonly string[]
  readonly visitor: PageVisitor
  /** Addresses of the account's earlier orders. */
  readonly addresses: readonly KnownAddress[]
  /** Earlier orders of this basket that wait for payment. */
  readonly waiting: readonly WaitingOrder[]
  /** The account's saved card, or null without an account. */
  readonly savedCard: ShownCard | null
  /** What was updated, where nothing is wrong: the page opens with the focus there. */
  readonly focus?: 'country' | 'sum'
  readonly status?: number
  readonly notice?: string
}

export function checkoutPage(view: CheckoutView): Response {
  const { status = 200, notice, formTargets, errors } = view
  return pageResponse({
    title: notice === undefined ? 'Checkout' : 'Error: Checkout',
    visitor: view.visitor,
    status,
    headers: unlisted(),
    formTargets,
    script: assetUrl(cartScript),
    body: (
      <div class="shop">
        <p class="eyebrow">
          <a href={withCountry('/basket', view.country)}>Basket</a>
        </p>
        <h1>Checkout</h1>
        <p class="lead">{leadOf(view)}</p>
        {notice === undefined ? (
          ''
        ) : (
          <Notice kind="error" text={notice} fields={marked(errors)} errors={errors} />
        )}
        <Waiting orders={view.waiting} words={english} />
        <PricesChanged cart={view.cart} words={english} />
        <CheckoutForm {...view} />
      </div>
    ),
  })
}

const signInHref = (country: string) => `/account?next=${encodeURIComponent(checkoutPath(country))}`

/** Lists addresses other than the one in the form. */
function AddressBook({ addresses, entries }: CheckoutView) {
  const others = addresses.filter(({ address }) => address.street1 !== entries('street1'))
  if (others.length === 0) return ''
  return (
    <p class="hint">
      {'Or ship to '}
      {others.map(({ code, address }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <a href={`/checkout?address=${code}`}>
            {`${address.recipientName}, ${address.street1}, ${address.city}`}
          </a>
        </>
      ))}
    </p>
  )
}

const referenceLabel = 'Your reference (optional)'

/** Returns links to the marked fields. */
const marked = (errors: FieldErrors): readonly FieldLink[] =>
  [
    ...addressFields,
    ...buyerFields.map((name) => [name, buyerLabels[name]] as const),
    ['reference', referenceLabel] as const,
    ['giftCard', 'Gift card code'] as const,
  ]
    .filter(([name]) => errors[name] !== undefined)
    .map(([name, label]) => ({ id: name, label }))

/** Returns the summary: "3 parts, $28.58. Ships by Tue, Dec 1. Arrives Thu, Dec 3 to Mon, Dec 7." */
function leadOf({ cart, country, shipsBy, timeZone }: CheckoutView): string {
  const order = `${countOf(orderablePartsOf(cart), 'part')}, ${money(cart.dueCents)}.`
  return shipsBy === null ? order : `${order} ${daysText(shipsBy, country, timeZone)}`
}

function CheckoutForm(view: CheckoutView) {
  const { cart, country, entries, errors, orderKey, shownBasket } = view
  const fields = { entries, errors }
  // A state is kept while another country is selected, but applies only to its country.
  const isOfElsewhere = entries('stateOf') !== '' && entries('stateOf') !== country
  return (
    <form method="post" action="/checkout" class="shop-columns" data-busy="One moment…">
      <Hidden name="key" value={orderKey} />
      <Hidden name="shownBasket" value={shownBasket} />
      <Hidden name="shownCountry" value={country} />
      {/* The amount on the button. If the order costs a different amount, the page shows it again before placing it. */}
      <Hidden name="shownCents" value={String(cart.dueCents)} />
      <Hidden name="expectedTotalCents" value={String(cart.totalCents)} />
      <div>
        <section class="panel" aria-labelledby="contact">
          <h2 id="contact">Contact</h2>
          {view.visitor.isSignedIn ? (
            ''
          ) : (
            <p class="hint">
              You need no account. <a href={signInHref(country)}>Sign in</a> to use a saved address.
            </p>
          )}
          <Fields list={contactFields} {...fields} />
        </section>
        <section class="panel" aria-labelledby="to">
          <h2 id="to">Ship to</h2>
          <AddressBook {...view} />
          <div class="row country">
            <CountryField
              words={english}
              country={country}
              label="Country"
              sends={true}
              hasFocus={view.focus === 'country'}
            />
            <button
              type="submit"
              name="action"
              value="update"
              class="quiet"
              formnovalidate
              data-without-script=""
            >
              Update the postage
            </button>
          </div>
          <Fields list={streetFields} {...fields} />
          <div class="place">
            <Fields
              country={country}
              list={placeFields.filter(([name]) => name !== 'state' || hasStates(country))}
              errors={errors}
              entries={(name) => (name === 'state' && isOfElsewhere ? '' : entries(name))}
            />
            {hasStates(country) || entries('state') === '' ? (
              ''
            ) : (
              <Hidden name="state" value={entries('state')} />
            )}
            <Hidden name="stateOf" value={hasStates(country) ? country : entries('stateOf')} />
          </div>
          <Fields list={carrierFields} {...fields} />
        </section>
        <section class="panel" aria-labelledby="invoice-title">
          <h2 id="invoice-title">For your books</h2>
          {view.visitor.isSignedIn ? (
            <BuyerFields {...fields} />
          ) : (
            <p class="hint">
              Invoices are for accounts: <a href={signInHref(country)}>sign in</a> first if you need
              one. Without an account, the confirmation by email is your receipt.
            </p>
          )}
          <TextField
            name="reference"
            label={referenceLabel}
            value={entries('reference')}
            hint={
              view.visitor.isSignedIn
                ? 'Not on the invoice: it is on the packing slip and in your list of orders.'
                : 'It is on the packing slip.'
            }
            errors={errors}
            input={{ autocomplete: 'off', maxlength: maxReferenceCharacters }}
          />
        </section>
        <section class="panel" aria-labelledby="note-title">
          <h2 id="note-title">Note</h2>
          <Note {...fields} />
        </section>
      </div>
      <Summary {...view} />
    </form>
  )
}

type FieldsProps = Pick<CheckoutView, 'entries' | 'errors'>

type FieldListProps = FieldsProps & {
  readonly list: readonly AddressField[]
  readonly country?: string
}

function Fields({ list, entries, errors, country }: FieldListProps) {
  return (
    <>
      {list.map(([name, label, autocomplete, required]) => (
        <TextField
          name={name}
          label={label}
          value={entries(name)}
          errors={errors}
          input={{
            autocomplete,
            required,
            maxlength: maxAddressCharacters,
            ...(name === 'email' && { type: 'email' }),
            ...(name === 'phone' && { type: 'tel' }),
            ...(name === 'zip' && country === domesticCountry && { 'data-state-of': 'state' }),
          }}
        />
      ))}
    </>
  )
}

function Note({ entries, errors }: FieldsProps) {
  return (
    <TextArea
      name="note"
      label="For the print farm (optional)"
      value={entries('note')}
      hint="What the people who print it should know, such as which side will be seen."
      errors={errors}
      area={{ rows: 3, maxlength: maxNoteCharacters }}
    />
  )
}

function Summary(view: CheckoutView) {
  const { basket, cart, entries, errors, refusals } = view
  return (
    <section class="panel summary" aria-labelledby="sum">
      <h2 id="sum" tabindex={-1} {...(view.focus === 'sum' && { autofocus: true })}>
        Your order
      </h2>
      <ul class="part-lines">
        {basket.lines.map((line, index) => (
          <Line
            line={line}
            priced={cart.lines[index]}
            refusal={refusals.get(line.id)}
            words={english}
          >
            <span class="muted">{`Quantity ${line.options.quantity}`}</span>
          </Line>
        ))}
      </ul>
      <div class="gift">
        <TextField
          name="giftCard"
          label="Gift card code (optional)"
          value={entries('giftCard')}
          errors={errors}
          input={{ autocomplete: 'off', maxlength: 40, placeholder: 'GIFT-XXXX-XXXX-XXXX' }}
        />
        <button type="submit" name="action" value="gift" class="quiet" formnovalidate>
          Apply
        </button>
      </div>
      <p class="hint">
        <a href="/gift-cards">Buy a gift card or check the balance of one</a>
      </p>
      <Sum {...view} words={english} />
      {refusals.size === 0 ? (
        <Pay {...view} />
      ) : (
        <p class="field-error">
          <a href={withCountry('/basket', view.country)}>Remove the parts that cannot be printed</a>{' '}
          to order the others.
        </p>
      )}
    </section>
  )
}

function Pay({ cart: { dueCents, totalCents, gift }, savedCard }: CheckoutView) {
  if (dueCents === 0) {
    return (
      <>
        <button type="submit" name="action" value="order" class="block">
          {`Order for ${money(totalCents)} of the gift card`}
        </button>
        <Acceptance />
        <p class="hint">The gift card pays for everything. The order is placed at once.</p>
      </>
    )
  }
  // An order that is partly paid with a gift card is not charged to the saved card (`server/domain/cart/saved-card.ts`).
  const hasShare = gift !== null && gift.shareCents > 0
  if (savedCard !== null && !hasShare) return <PayByCard dueCents={dueCents} card={savedCard} />
  return (
    <>
      <button type="submit" name="action" value="order" class="block">
        {`Pay ${money(dueCents)}`}
      </button>
      <Acceptance />
      <p class="hint">
        {`You enter your card on the card processor’s page, which opens next. ${notPaidText}`}
      </p>
    </>
  )
}

const notPaidText = `Nothing is printed before the payment, and an order that is not paid within ${openCheckoutHours} hours is cancelled.`

/** Pressing the button charges the saved card, so the button names the card and the amount. */
function PayByCard({ dueCents, card }: { dueCents: number; card: ShownCard }) {
  const name = cardName(card)
  return (
    <>
      <Hidden name="shownCard" value={card.mark} />
      <button type="submit" name="action" value="card" class="block">
        {`Pay ${money(dueCents)} by ${name}`}
      </button>
      <Acceptance />
      <p class="hint">
        {`${name} is the card saved in your account. It is charged ${money(dueCents)} at once.`}
      </p>
      <div class="action">
        <button type="submit" name="action" value="order" class="block quiet">
          Pay with another card
        </button>
      </div>
      <p class="hint">
        {`You enter the other card on the card processor’s page, which opens next. ${notPaidText}`}
      </p>
    </>
  )
}
