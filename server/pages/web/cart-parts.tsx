// Parts that basket and checkout share: the sum, and the choice of the country.
import { Html } from '@elysiajs/html'
import type { PricedCart } from '../../domain/cart/cart.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import { money } from '../base/money.ts'

export function Sum({ cart, country }: { cart: PricedCart; country: string }) {
  const { printCents, shippingCents, totalCents, gift, dueCents } = cart
  return (
    <table class="price">
      <tbody>
        <tr>
          <th scope="row">Print</th>
          <td>{money(printCents)}</td>
        </tr>
        <tr>
          <th scope="row">
            Postage to <span safe>{country}</span>, once for the parcel
          </th>
          <td>{shippingCents === 0 ? 'Free' : money(shippingCents)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{money(totalCents)}</td>
        </tr>
        {gift === null || gift.shareCents === 0 ? (
          ''
        ) : (
          <>
            <tr>
              <th scope="row">
                Gift card<span class="hint">{`of ${money(gift.balanceCents)} on it`}</span>
              </th>
              <td>{`\u2212${money(gift.shareCents)}`}</td>
            </tr>
            <tr>
              <th scope="row">To pay</th>
              <td>{money(dueCents)}</td>
            </tr>
          </>
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
