// Parts that basket and checkout share: a line with its picture, the sum, the choice of the country.

import type { BasketLine, WaitingOrder } from '../../domain/cart/basket.ts'
import type { PricedCart, PricedLine } from '../../domain/cart/cart.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import { noColor, type PrintOptions } from '../../domain/catalog/options.ts'
import { supportsNotes } from '../../domain/measurement/supports-text.ts'
import { orderPagePath } from '../../domain/orders/page-urls.ts'
import { hasPicture } from '../../domain/orders/part-picture.ts'
import { freePostageFromCents } from '../../domain/pricing/postage.ts'
import { Field } from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { fillOfColor } from '../base/color-fill.ts'
import { countOf } from '../base/figures.ts'
import { money, shortMoney } from '../base/money.ts'
import { GiftRows, PriceRow, postageText } from '../base/price-rows.tsx'
import { countryName } from '../quotes/countries.ts'
import { shipsByText } from '../quotes/ships-by.ts'

export type ShippedBy = {
  /** The day by which the cart ships; null when it is not known. */
  readonly shipsBy: Date | null
  /** The farm's. */
  readonly timeZone: string
}

/** The parts that can be ordered: those that the sum is for. */
export const orderablePartsOf = ({ lines }: PricedCart): number =>
  lines.reduce(
    (sum, priced) => (priced.kind === 'priced' ? sum + priced.line.options.quantity : sum),
    0,
  )

type LineProps = {
  line: BasketLine
  priced: PricedLine | undefined
  /** Why it cannot be ordered. */
  refusal?: string | undefined
  /** Below the description, with the width of the line on phones. */
  children?: Child
}

/** A line with its picture, settings and price; a price that has changed is shown beside the one that was seen. */
export function Line({ line, priced, refusal, children }: LineProps) {
  const { id, options, file, seenCents } = line
  const isPriced = priced?.kind === 'priced'
  return (
    <li class="part-line">
      {hasPicture(line) ? (
        <img
          class="part-picture"
          src={`/basket/lines/${id}/picture.png`}
          alt=""
          width="72"
          height="72"
          loading="lazy"
        />
      ) : (
        <span class="part-picture none" aria-hidden="true"></span>
      )}
      <div class="part-text">
        <strong>{file.fileName}</strong>
        <p class="hint">
          <Swatch color={options.color} />
          <span>{settingsText(options)}</span>
        </p>
        {isPriced ? partNotes(priced).map((note) => <p class="hint">{note}</p>) : ''}
        {refusal === undefined ? (
          ''
        ) : (
          <p class="field-error">
            <span>{refusal}</span> Remove this part, or add a corrected file in its place.
          </p>
        )}
      </div>
      <div class="part-price" id={`price-${id}`} data-saved="">
        {isPriced ? <strong>{money(priced.line.price.printCents)}</strong> : ''}
        {isPriced && priced.changed && seenCents !== null ? (
          <span class="changed">{`was ${money(seenCents)}`}</span>
        ) : (
          ''
        )}
      </div>
      {children === undefined ? '' : <div class="part-more">{children}</div>}
    </li>
  )
}

const partNotes = ({ line, volumeNotes }: Extract<PricedLine, { kind: 'priced' }>) => [
  ...volumeNotes,
  ...supportsNotes(line.supports ?? null),
]

/** "PETG, Black, 20% infill, 0.2 mm layers". */
function settingsText({ material, color, quality, infill, layerHeight }: PrintOptions): string {
  return [
    material.toUpperCase(),
    color === noColor ? 'no color chosen' : color,
    ...(quality === 'premium' ? ['premium quality'] : []),
    `${infill}% infill`,
    `${layerHeight} mm layers`,
  ].join(', ')
}

function Swatch({ color }: { color: string }) {
  const fill = fillOfColor(color)
  if (fill === null) return ''
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill={fill} />
    </svg>
  )
}

type SumProps = ShippedBy & { cart: PricedCart; country: string }

export function Sum({ cart, country, shipsBy, timeZone }: SumProps) {
  const { printCents, shippingCents, totalCents, gift, dueCents } = cart
  const hint = postageHint(cart, country)
  return (
    <>
      <table class="price">
        <tbody>
          <PriceRow
            label={`Print, ${countOf(orderablePartsOf(cart), 'part')}`}
            value={money(printCents)}
          />
          <PriceRow
            label={`Postage, ${countryName(country)}`}
            value={postageText(shippingCents)}
            {...(hint !== null && { hint })}
          />
        </tbody>
        <tfoot>
          <PriceRow label="Total, in US dollars" value={money(totalCents)} />
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
      {shipsBy === null ? (
        ''
      ) : (
        <p class="ships-by">{`${shipsByText(shipsBy, timeZone)} if you order today.`}</p>
      )}
    </>
  )
}

function postageHint({ printCents, shippingCents }: PricedCart, country: string): string | null {
  if (shippingCents === 0) return null
  const missing = freePostageFromCents(country) - printCents
  return `Once for the parcel; free from ${shortMoney(freePostageFromCents(country))} of prints, ${money(missing)} more`
}

/** `sends`: with a script, another country is sent with the rest of the form at once, which the button beside it does without one. */
export function CountryField({
  country,
  label,
  sends = false,
  form,
}: {
  country: string
  label: string
  sends?: boolean
  /** The id of the form that it belongs to, where it is outside of it. */
  form?: string
}) {
  return (
    <Field name="country" label={label}>
      {(field) => (
        <select
          {...field}
          autocomplete="country"
          {...(sends && { 'data-sends': 'update' })}
          {...(form !== undefined && { form })}
        >
          {servedCountries.map((code) => (
            <option value={code} selected={code === country}>
              {countryName(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Orders of the basket that are not paid: the buyer came back from the processor's page. */
export function Waiting({ orders }: { orders: readonly WaitingOrder[] }) {
  return (
    <>
      {orders.map(({ code, dueCents }) => (
        <section class="notice warning" aria-label={`Order ${code}`}>
          <p>
            Order <a href={orderPagePath(code)}>{code}</a>
            {` for ${money(dueCents)} waits for its payment. Nothing has been charged. `}
            <a href={`${orderPagePath(code)}/pay`}>{`Pay ${money(dueCents)}`}</a>
            {', or check out again: the new order replaces it.'}
          </p>
        </section>
      ))}
    </>
  )
}
