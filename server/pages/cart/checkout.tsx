// /checkout: the address, a gift card, a note, and the button that orders the basket.

import { buyerFields } from '../../domain/accounts/buyer.ts'
import type { Basket, WaitingOrder } from '../../domain/cart/basket.ts'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { hasStates } from '../../domain/catalog/countries.ts'
import { maxNoteCharacters } from '../../domain/catalog/options.ts'
import { openCheckoutHours } from '../../domain/limits/open-checkouts.ts'
import type { KnownAddress } from '../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../domain/orders/reference.ts'
import { maxAddressCharacters } from '../../domain/orders/submit/order-form.ts'
import {
  correctFields,
  type FieldErrors,
  Hidden,
  TextArea,
  TextField,
} from '../../html/form-fields.tsx'
import { type FieldLink, Notice } from '../../html/notice.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { countOf } from '../base/figures.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { BuyerFields, buyerLabels } from '../billing/buyer-fields.tsx'
import { Acceptance } from '../legal/acceptance.tsx'
import { shipsByText } from '../quotes/ships-by.ts'
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

const contactFields = [
  ['email', 'Email', 'email', true],
  ['phone', 'Phone for the carrier (optional)', 'tel', false],
] as const satisfies readonly AddressField[]

const streetFields = [
  ['recipientName', 'Name', 'name', true],
  ['street1', 'Street and number', 'address-line1', true],
  ['street2', 'Apartment, floor (optional)', 'address-line2', false],
] as const satisfies readonly AddressField[]

const placeFields = [
  ['city', 'City', 'address-level2', true],
  ['state', 'State or region', 'address-level1', true],
  ['zip', 'Postal code', 'postal-code', true],
] as const satisfies readonly AddressField[]

/** In the order of the page. */
export const addressFields = [...contactFields, ...streetFields, ...placeFields] as const

export type CheckoutView = ShippedBy & {
  readonly basket: Basket
  readonly cart: PricedCart
  readonly country: string
  /** The values as they were typed, by field. */
  readonly entries: (name: string) => string
  readonly errors: FieldErrors
  /** Sentences on the lines that cannot be ordered, by line id. */
  readonly refusals: ReadonlyMap<string, string>
  /** The form's key: sending the form twice makes one order. */
  readonly orderKey: string
  /** Origins of the card processor's pages, to which the form redirects. */
  readonly formTargets: readonly string[]
  readonly visitor: PageVisitor
  /** Addresses that the account has ordered to. */
  readonly addresses: readonly KnownAddress[]
  /** Orders that were placed with the basket before, and wait for their payment. */
  readonly waiting: readonly WaitingOrder[]
  readonly status?: number
  readonly notice?: string
}

export function checkoutPage(view: CheckoutView): Response {
  const { status = 200, notice, formTargets, errors } = view
  const marksFields = Object.keys(errors).length > 0
  return pageResponse({
    title: notice === undefined ? 'Checkout' : 'Error: Checkout',
    visitor: view.visitor,
    status,
    headers: unlisted(),
    formTargets,
    script: assetUrl(accountScript),
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
          <Notice
            kind="error"
            text={marksFields ? correctFields(errors) : notice}
            fields={marked(errors)}
            errors={errors}
          />
        )}
        <Waiting orders={view.waiting} />
        <PricesChanged cart={view.cart} />
        <CheckoutForm {...view} />
      </div>
    ),
  })
}

const signInHref = (country: string) => `/account?next=${encodeURIComponent(checkoutPath(country))}`

/** Addresses other than the one in the form. */
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

/** Links to the marked fields. */
const marked = (errors: FieldErrors): readonly FieldLink[] =>
  [
    ...addressFields,
    ...buyerFields.map((name) => [name, buyerLabels[name]] as const),
    ['reference', referenceLabel] as const,
    ['giftCard', 'Gift card code'] as const,
  ]
    .filter(([name]) => errors[name] !== undefined)
    .map(([name, label]) => ({ id: name, label }))

/** "3 parts, $28.58. Ships by Tue, Dec 2." */
function leadOf({ cart, shipsBy, timeZone }: CheckoutView): string {
  const order = `${countOf(orderablePartsOf(cart), 'part')}, ${money(cart.dueCents)}.`
  return shipsBy === null ? order : `${order} ${shipsByText(shipsBy, timeZone)}.`
}

function CheckoutForm(view: CheckoutView) {
  const { cart, country, entries, errors, orderKey } = view
  const fields = { entries, errors }
  // A state is kept while another country is looked at, and counts only for its own.
  const isOfElsewhere = entries('stateOf') !== '' && entries('stateOf') !== country
  return (
    <form method="post" action="/checkout" class="shop-columns" data-busy="One moment…">
      <Hidden name="key" value={orderKey} />
      {/* What the button says: an order that comes to something else is shown before it is placed. */}
      <Hidden name="shownCents" value={String(cart.dueCents)} />
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
            <CountryField country={country} label="Country" sends={true} />
            <button type="submit" name="action" value="update" class="quiet" formnovalidate>
              Update the postage
            </button>
          </div>
          <Fields list={streetFields} {...fields} />
          <div class="place">
            <Fields
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

function Fields({ list, entries, errors }: FieldsProps & { list: readonly AddressField[] }) {
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
      <h2 id="sum">Your order</h2>
      <ul class="part-lines">
        {basket.lines.map((line, index) => (
          <Line line={line} priced={cart.lines[index]} refusal={refusals.get(line.id)}>
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
        <button type="submit" name="action" value="update" class="quiet" formnovalidate>
          Apply
        </button>
      </div>
      <p class="hint">
        <a href="/gift-cards">Buy a gift card or check the balance of one</a>
      </p>
      <Sum {...view} />
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

function Pay({ cart: { dueCents, totalCents } }: CheckoutView) {
  return (
    <>
      <button type="submit" name="action" value="order" class="block">
        {dueCents === 0
          ? `Order for ${money(totalCents)} of the gift card`
          : `Pay ${money(dueCents)}`}
      </button>
      <Acceptance />
      <p class="hint">
        {dueCents === 0
          ? 'The gift card pays for everything. The order is placed at once.'
          : `You enter your card on the card processor’s page, which opens next. Nothing is printed before the payment, and an order that is not paid within ${openCheckoutHours} hours is cancelled.`}
      </p>
    </>
  )
}
