// Parts that basket and checkout share: the sum, and the choice of the country.
import { Html } from '@elysiajs/html'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import { money } from '../base/money.ts'
import { GiftRows, PriceRow, postageText } from '../base/price-rows.tsx'

export function Sum({ cart, country }: { cart: PricedCart; country: string }) {
  const { printCents, shippingCents, totalCents, gift, dueCents } = cart
  return (
    <table class="price">
      <tbody>
        <PriceRow label="Print" value={money(printCents)} />
        <PriceRow
          label={`Postage to ${country}, once for the parcel`}
          value={postageText(shippingCents)}
        />
      </tbody>
      <tfoot>
        <PriceRow label="Total" value={money(totalCents)} />
        {gift === null ? (
          ''
        ) : (
          <GiftRows
            giftCents={gift.shareCents}
            dueCents={dueCents}
            dueLabel="To pay"
            hint={`of ${money(gift.balanceCents)} on it`}
          />
        )}
      </tfoot>
    </table>
  )
}

export function CountryField({ country }: { country: string }) {
  return (
    <div class="field">
      <label for="country">Ship to</label>
      <select id="country" name="country">
        {servedCountries.map((code) => (
          <option value={code} selected={code === country}>
            {countryNames.of(code) ?? code}
          </option>
        ))}
      </select>
    </div>
  )
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })
