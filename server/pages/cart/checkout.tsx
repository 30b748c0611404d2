// /checkout: the address, a gift card, a note, and the button that orders the basket.

import { buyerFields } from '../../domain/accounts/buyer.ts'
import type { Basket, WaitingOrder } from '../../domain/cart/basket.ts'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { domesticCountry, hasStates } from '../../domain/catalog/countries.ts'
import { maxNoteCharacters } from '../../domain/catalog/options.ts'
import { openCheckoutHours } from '../../domain/limits/open-checkouts.ts'
import type { KnownAddress } from '../../domain/orders/read/address-book.ts'
import { maxReferenceCharacters } from '../../domain/orders/record/reference.ts'
import { maxAddressCharacters } from '../../domain/orders/submit/order-form.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { type FieldErrors, Hidden, TextArea, TextField } from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { type FieldLink, Notice } from '../../html/notice.tsx'
import { assetUrl, cartScript } from '../assets/assets.ts'
import { cardName, hasBrand } from '../base/card-name.ts'
import { pageResponse } from '../base/layout.tsx'
import { shipsByText } from '../base/line-text.ts'
import { unlistedHeaders } from '../base/not-found.tsx'
import { EnglishLink, type PageLanguage } from '../base/page-language.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { BuyerFields, buyerLabel } from '../billing/buyer-fields.tsx'
import { english, type Words } from '../languages/words.ts'
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

/** `label`: the message `checkout.<label>`. */
type AddressField = readonly [
  name: string,
  label: 'email' | 'name' | 'street' | 'apartment' | 'zip' | 'city' | 'state' | 'phone',
  autocomplete: string,
  required: boolean,
]

const contactFields = [['email', 'email', 'email', true]] as const satisfies readonly AddressField[]

const streetFields = [
  ['recipientName', 'name', 'name', true],
  ['street1', 'street', 'address-line1', true],
  ['street2', 'apartment', 'address-line2', false],
] as const satisfies readonly AddressField[]

const placeFields = [
  ['zip', 'zip', 'postal-code', true],
  ['city', 'city', 'address-level2', true],
  ['state', 'state', 'address-level1', true],
] as const satisfies readonly AddressField[]

const carrierFields = [['phone', 'phone', 'tel', false]] as const satisfies readonly AddressField[]

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
  /** Omitted if the page shows a sentence that is not in the catalog. The page is then in English. */
  readonly language?: PageLanguage | undefined
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
  const { status = 200, notice, formTargets, errors, language } = view
  const words = language?.words ?? english
  const shown = { ...view, words }
  return pageResponse({
    title: words.text(notice === undefined ? 'checkout.title' : 'checkout.titleError'),
    language,
    visitor: view.visitor,
    status,
    headers: unlistedHeaders(),
    formTargets,
    script: assetUrl(cartScript),
    body: (
      <div class="shop">
        <p class="eyebrow">
          <a href={withCountry('/basket', view.country)}>{words.text('basket.title')}</a>
        </p>
        <h1>{words.text('checkout.title')}</h1>
        <p class="lead">{leadOf(shown)}</p>
        {notice === undefined ? (
          ''
        ) : (
          <Notice kind="error" text={notice} fields={linkErrors(words, errors)} errors={errors} />
        )}
        <Waiting orders={view.waiting} words={words} />
        <PricesChanged cart={view.cart} words={words} />
        <CheckoutForm {...shown} />
      </div>
    ),
  })
}

type Shown = CheckoutView & { readonly words: Words }

const signInHref = (country: string) => `/account?next=${encodeURIComponent(checkoutPath(country))}`

/** Lists addresses other than the one in the form. */
function AddressBook({ addresses, entries, words }: Shown) {
  const others = addresses.filter(({ address }) => address.street1 !== entries('street1'))
  if (others.length === 0) return ''
  return (
    <p class="hint">
      {words.rich('checkout.otherAddresses', {
        addresses: (
          <>
            {others.map(({ code, address }, index) => (
              <>
                {index === 0 ? '' : ', '}
                <a href={`/checkout?address=${code}`}>
                  {`${address.recipientName}, ${address.street1}, ${address.city}`}
                </a>
              </>
            ))}
          </>
        ),
      })}
    </p>
  )
}

const optionalLabel = (words: Words, label: string): string =>
  words.text('field.optional', { label })

/** Returns links to the marked fields. */
const linkErrors = (words: Words, errors: FieldErrors): readonly FieldLink[] =>
  [
    ...addressFields.map(([name, label]) => [name, words.text(`checkout.${label}`)] as const),
    ...buyerFields.map((name) => [name, buyerLabel(words, name)] as const),
    ['reference', words.text('checkout.reference')] as const,
    ['giftCard', words.text('checkout.giftCard')] as const,
  ]
    .filter(([name]) => errors[name] !== undefined)
    .map(([name, label]) => ({ id: name, label }))

/** Returns the summary: "3 parts, $28.58. Ships by Tue, Dec 1. Arrives Thu, Dec 3 to Mon, Dec 7." */
function leadOf({ words, cart, country, shipsBy, timeZone }: Shown): string {
  const order = words.text('checkout.lead', {
    count: orderablePartsOf(cart),
    amount: words.money(cart.dueCents),
  })
  return shipsBy === null ? order : `${order} ${shipsByText(words, shipsBy, { country, timeZone })}`
}

function CheckoutForm(view: Shown) {
  const { words } = view
  return (
    <form
      method="post"
      action="/checkout"
      class="shop-columns"
      data-busy={words.text('checkout.busy')}
    >
      <ShownState {...view} />
      <div>
        <Contact {...view} />
        <ShipTo {...view} />
        <Invoice {...view} />
        <section class="panel" aria-labelledby="note-title">
          <h2 id="note-title">{words.text('checkout.note')}</h2>
          <Note {...fieldsOf(view)} />
        </section>
      </div>
      <Summary {...view} />
    </form>
  )
}

/** What the page shows. If the order would differ, the page shows it again before placing it. */
function ShownState({ cart, country, orderKey, shownBasket }: Shown) {
  return (
    <>
      <Hidden name="key" value={orderKey} />
      <Hidden name="shownBasket" value={shownBasket} />
      <Hidden name="shownCountry" value={country} />
      {/* The amount on the button. */}
      <Hidden name="shownCents" value={String(cart.dueCents)} />
      <Hidden name="expectedTotalCents" value={String(cart.totalCents)} />
    </>
  )
}

const fieldsOf = ({ words, entries, errors }: Shown): FieldsProps => ({ words, entries, errors })

/** Returns the text as a link to the sign-in that leads back to the checkout. */
const signInLink =
  ({ words, country }: Shown) =>
  (text: Child) => (
    <EnglishLink words={words} href={signInHref(country)}>
      {text}
    </EnglishLink>
  )

function Contact(view: Shown) {
  const { words, visitor } = view
  return (
    <section class="panel" aria-labelledby="contact">
      <h2 id="contact">{words.text('checkout.contact')}</h2>
      {visitor.isSignedIn ? (
        ''
      ) : (
        <p class="hint">{words.rich('checkout.noAccount', { link: signInLink(view) })}</p>
      )}
      <Fields list={contactFields} {...fieldsOf(view)} />
    </section>
  )
}

function ShipTo(view: Shown) {
  const { words, country, focus } = view
  return (
    <section class="panel" aria-labelledby="to">
      <h2 id="to">{words.text('checkout.shipTo')}</h2>
      <AddressBook {...view} />
      <div class="row country">
        <CountryField
          words={words}
          country={country}
          label={words.text('checkout.country')}
          sends={true}
          hasFocus={focus === 'country'}
        />
        <button
          type="submit"
          name="action"
          value="update"
          class="quiet"
          formnovalidate
          data-without-script=""
        >
          {words.text('checkout.updatePostage')}
        </button>
      </div>
      <Fields list={streetFields} {...fieldsOf(view)} />
      <div class="place">
        <Place {...view} />
      </div>
      <Fields list={carrierFields} {...fieldsOf(view)} />
    </section>
  )
}

/** ZIP, city and state. A state is kept while another country is selected, but applies only to its country. */
function Place({ words, country, entries, errors }: Shown) {
  const isOfOtherCountry = entries('stateOf') !== '' && entries('stateOf') !== country
  return (
    <>
      <Fields
        words={words}
        country={country}
        list={placeFields.filter(([name]) => name !== 'state' || hasStates(country))}
        errors={errors}
        entries={(name) => (name === 'state' && isOfOtherCountry ? '' : entries(name))}
      />
      {hasStates(country) || entries('state') === '' ? (
        ''
      ) : (
        <Hidden name="state" value={entries('state')} />
      )}
      <Hidden name="stateOf" value={hasStates(country) ? country : entries('stateOf')} />
    </>
  )
}

function Invoice(view: Shown) {
  const { words, visitor, entries, errors } = view
  return (
    <section class="panel" aria-labelledby="invoice-title">
      <h2 id="invoice-title">{words.text('checkout.books')}</h2>
      {visitor.isSignedIn ? (
        <BuyerFields {...fieldsOf(view)} />
      ) : (
        <p class="hint">{words.rich('checkout.invoices', { link: signInLink(view) })}</p>
      )}
      <TextField
        name="reference"
        label={optionalLabel(words, words.text('checkout.reference'))}
        value={entries('reference')}
        hint={words.text(
          visitor.isSignedIn ? 'checkout.referenceHintAccount' : 'checkout.referenceHint',
        )}
        errors={errors}
        input={{ autocomplete: 'off', maxlength: maxReferenceCharacters }}
      />
    </section>
  )
}

type FieldsProps = Pick<Shown, 'words' | 'entries' | 'errors'>

type FieldListProps = FieldsProps & {
  readonly list: readonly AddressField[]
  readonly country?: string
}

function Fields({ words, list, entries, errors, country }: FieldListProps) {
  return (
    <>
      {list.map(([name, label, autocomplete, required]) => (
        <TextField
          name={name}
          label={labelOf(words, words.text(`checkout.${label}`), required)}
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

const labelOf = (words: Words, label: string, isRequired: boolean): string =>
  isRequired ? label : optionalLabel(words, label)

function Note({ words, entries, errors }: FieldsProps) {
  return (
    <TextArea
      name="note"
      label={optionalLabel(words, words.text('checkout.noteLabel'))}
      value={entries('note')}
      hint={words.text('checkout.noteHint')}
      errors={errors}
      area={{ rows: 3, maxlength: maxNoteCharacters }}
    />
  )
}

function Summary(view: Shown) {
  const { words, basket, cart, entries, errors, refusals } = view
  return (
    <section class="panel summary" aria-labelledby="sum">
      <h2 id="sum" tabindex={-1} {...(view.focus === 'sum' && { autofocus: true })}>
        {words.text('checkout.order')}
      </h2>
      <ul class="part-lines">
        {basket.lines.map((line, index) => (
          <Line
            line={line}
            priced={cart.lines[index]}
            refusal={refusals.get(line.id)}
            words={words}
          >
            <span class="muted">
              {words.text('checkout.quantity', { quantity: words.number(line.options.quantity) })}
            </span>
          </Line>
        ))}
      </ul>
      <div class="gift">
        <TextField
          name="giftCard"
          label={optionalLabel(words, words.text('checkout.giftCard'))}
          value={entries('giftCard')}
          errors={errors}
          input={{ autocomplete: 'off', maxlength: 40, placeholder: 'GIFT-XXXX-XXXX-XXXX' }}
        />
        <button type="submit" name="action" value="gift" class="quiet" formnovalidate>
          {words.text('checkout.apply')}
        </button>
      </div>
      <p class="hint">
        <EnglishLink words={words} href="/gift-cards">
          {words.text('checkout.giftCards')}
        </EnglishLink>
      </p>
      <Sum {...view} />
      {refusals.size === 0 ? (
        <Pay {...view} />
      ) : (
        <p class="field-error">
          {words.rich('checkout.refused', {
            link: (text) => <a href={withCountry('/basket', view.country)}>{text}</a>,
          })}
        </p>
      )}
    </section>
  )
}

function Pay({ cart: { dueCents, totalCents, gift }, savedCard, words }: Shown) {
  if (dueCents === 0) {
    return (
      <>
        <button type="submit" name="action" value="order" class="block">
          {words.text('checkout.payByGiftCard', { amount: words.money(totalCents) })}
        </button>
        <Acceptance words={words} />
        <p class="hint">{words.text('checkout.giftCardPays')}</p>
      </>
    )
  }
  // An order that is partly paid with a gift card is not charged to the saved card (`server/domain/cart/saved-card.ts`).
  const hasShare = gift !== null && gift.shareCents > 0
  if (savedCard !== null && !hasShare) {
    return <PayByCard dueCents={dueCents} card={savedCard} words={words} />
  }
  return (
    <>
      <button type="submit" name="action" value="order" class="block">
        {words.text('checkout.pay', { amount: words.money(dueCents) })}
      </button>
      <Acceptance words={words} />
      <p class="hint">
        {words.text('checkout.cardPage', { hours: words.number(openCheckoutHours) })}
      </p>
    </>
  )
}

type PayByCardProps = { dueCents: number; card: ShownCard; words: Words }

/**
 * Pressing the button charges the saved card, so the button names the card and the amount. In languages of countries
 * whose law sets the words of the button, the hint below it names them. Screen readers read the hint with the button.
 */
function PayByCard({ dueCents, card, words }: PayByCardProps) {
  const name = cardName(words, card)
  const amount = words.money(dueCents)
  return (
    <>
      <Hidden name="shownCard" value={card.mark} />
      <button type="submit" name="action" value="card" class="block" aria-describedby="charged">
        {words.text('checkout.payByCard', { amount, card: name })}
      </button>
      <Acceptance words={words} />
      <p class="hint" id="charged">
        {hasBrand(card)
          ? words.text('checkout.charged', { card: name, amount })
          : words.text('checkout.chargedDigits', { digits: card.last4, amount })}
      </p>
      <div class="action">
        <button type="submit" name="action" value="order" class="block quiet">
          {words.text('checkout.payByOtherCard')}
        </button>
      </div>
      <p class="hint">
        {words.text('checkout.otherCardPage', { hours: words.number(openCheckoutHours) })}
      </p>
    </>
  )
}
