// Reads the checkout form: what is missing or probably mistyped, and what it orders.
import { buyerFields } from '../../../domain/accounts/buyer.ts'
import type { ShownCharge } from '../../../domain/cart/cart-order-request.ts'
import type { BasketCheckout } from '../../../domain/cart/check-out-basket.ts'
import { domesticCountry, hasStates } from '../../../domain/catalog/countries.ts'
import { findTypos } from '../../../domain/orders/submit/find-typos.ts'
import { addressFields } from '../../../pages/cart/checkout.tsx'
import type { SentFields } from '../../contract/form-fields.ts'
import { readCents } from './shown-cents.ts'

/** Returns what the form orders, without its key. A guest has no saved card and no buyer's details. */
export function orderOf(
  entries: SentFields,
  {
    isGuest,
    savedCard,
  }: { readonly isGuest: boolean; readonly savedCard?: ShownCharge | undefined },
): Omit<BasketCheckout, 'formKey'> {
  const shownCents = readCents(entries('shownCents'))
  return {
    shownBasket: entries('shownBasket'),
    country: entries('country'),
    giftCard: entries('giftCard'),
    address: addressOf(entries),
    // Guests receive no invoice, so there is nowhere to print these fields.
    buyer: new Map<string, string>(isGuest ? [] : buyerFields.map((name) => [name, entries(name)])),
    ...(entries('note') !== '' && { note: entries('note') }),
    ...(entries('reference') !== '' && { reference: entries('reference') }),
    ...(shownCents !== null && { shownCents }),
    // A form without its amounts charges no card. A form with the amounts but without the card's label is refused.
    savedCard: isGuest ? undefined : savedCard,
  }
}

/** Returns the typed gift card code; '' if the field is blank. */
export const typedGiftCode = (entries: SentFields): string => entries('giftCard').trim()

/** Field errors by field name, as messages `field.<error>`. */
export type WrongFields = Readonly<Record<string, FieldError>>

type FieldError = 'missing' | 'emailWrong' | 'zipWrong'

/**
 * Returns the fields without a required value or with a likely typing error, in field order. The API accepts such values
 * as intended.
 */
export function wrongFields(entries: SentFields): WrongFields {
  const mistyped = findTypos({
    email: entries('email'),
    zip: entries('zip'),
    country: entries('country'),
  })
  return Object.fromEntries(
    addressFields.flatMap(([name, , , required]): readonly (readonly [string, FieldError])[] => {
      const isMissing = entries(name).trim() === '' && !isWithoutState(name, entries('country'))
      if (required && isMissing) return [[name, 'missing']]
      const wrong = mistyped.find((each) => each === name)
      return wrong === undefined ? [] : [[name, `${wrong}Wrong`]]
    }),
  )
}

const isWithoutState = (name: string, country: string): boolean =>
  name === 'state' && !hasStates(country.trim().toUpperCase() || domesticCountry)

/**
 * Returns the typed address. The contract requires a state, which addresses in most countries lack: there, the city is
 * used as the state, unless the address has a state.
 */
function addressOf(entries: SentFields): ReadonlyMap<string, string> {
  const isKnown = entries('state').trim() !== '' && entries('stateOf') === entries('country')
  const stateName = isWithoutState('state', entries('country')) && !isKnown ? 'city' : 'state'
  return new Map<string, string>(
    addressFields.map(([name]) => [name, entries(name === 'state' ? stateName : name)]),
  )
}

/** Returns the amounts that the form's button showed, or undefined unless both amounts were sent. */
export function shownCharge(entries: SentFields): ShownCharge | undefined {
  const totalCents = readCents(entries('expectedTotalCents'))
  const dueCents = readCents(entries('shownCents'))
  if (totalCents === null || dueCents === null) return undefined
  return { totalCents, dueCents, card: entries('shownCard') }
}
