// Components shared by basket and checkout: a line with its picture, the total, and the country choice.

import type { BasketLine, WaitingOrder } from '../../domain/cart/basket.ts'
import type { PricedCart, PricedLine } from '../../domain/cart/cart.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import { noColor } from '../../domain/catalog/options.ts'
import { specsOfLine } from '../../domain/orders/record/line-specs.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { hasPicture } from '../../domain/orders/record/part-picture.ts'
import { freePostageFromCents } from '../../domain/pricing/postage.ts'
import { Field } from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { fillOfColor } from '../base/color-fill.ts'
import { colorText, orderedTodayText, specText } from '../base/line-text.ts'
import { GiftRows, PriceRow, postageCell } from '../base/price-rows.tsx'
import type { Words } from '../languages/words.ts'

export type ShippedBy = {
  /** Latest ship date of the cart, or null if unknown. */
  readonly shipsBy: Date | null
  /** Time zone of the farm. */
  readonly timeZone: string
}

/** Returns the number of parts that can be ordered and are included in the total. */
export const orderablePartsOf = ({ lines }: PricedCart): number =>
  lines.reduce(
    (sum, priced) => (priced.kind === 'priced' ? sum + priced.line.options.quantity : sum),
    0,
  )

/** The id of a line on its page, where the focus goes after a change. */
export const linePlace = (lineId: string): string => `line-${lineId}`

type LineProps = {
  words: Words
  line: BasketLine
  priced: PricedLine | undefined
  /** Why the line cannot be ordered. */
  refusal?: string | undefined
  /** Shown below the description, at full line width on phones. */
  children?: Child
}

/** Line with its picture, settings and price. A changed price appears next to the earlier one. */
export function Line({ line, priced, refusal, children, words }: LineProps) {
  const { id, options, file, seenCents } = line
  const isPriced = priced?.kind === 'priced'
  return (
    <li class="part-line" id={linePlace(id)} tabindex={-1}>
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
        <p class="hint" id={`settings-${id}`} data-saved="">
          <Swatch color={options.color} />
          <span>{settingsText(words, line, priced)}</span>
        </p>
        {isPriced ? partNotes(words, priced).map((note) => <p class="hint">{note}</p>) : ''}
        {refusal === undefined ? (
          ''
        ) : (
          <p class="field-error">
            <span>{refusal}</span> {words.text('basket.removeRefused')}
          </p>
        )}
      </div>
      <div class="part-price" id={`price-${id}`} data-saved="">
        {isPriced ? <strong>{words.money(priced.line.price.printCents)}</strong> : ''}
        {isPriced && priced.hasChanged && seenCents !== null ? (
          <span class="changed">
            {words.text('basket.was', { amount: words.money(seenCents) })}
          </span>
        ) : (
          ''
        )}
      </div>
      {children === undefined ? '' : <div class="part-more">{children}</div>}
    </li>
  )
}

type PricedPart = Extract<PricedLine, { kind: 'priced' }>

/** Notes about the volume are in English: their page is too (`isInCatalog` of the basket). */
function partNotes(words: Words, { line, volumeNotes }: PricedPart): readonly string[] {
  const decision = line.supports?.decision ?? 'none'
  return [...volumeNotes, ...(decision === 'none' ? [] : [words.text(`notes.${decision}`)])]
}

/** Such as "PETG, Black, 80.0 × 40.0 × 12.0 mm, 20% infill, 0.2 mm layers". */
function settingsText(
  words: Words,
  { options, file }: BasketLine,
  priced: PricedLine | undefined,
): string {
  const { material, color, quality } = options
  // Only the price tells whether a 3MF file is sliced.
  const known = priced?.kind === 'priced' ? priced.line : { options, size: null }
  return [
    material.toUpperCase(),
    color === noColor ? words.text('specs.noColor') : colorText(words, color),
    ...(quality === 'premium' ? [words.text('specs.premium')] : []),
    ...specsOfLine({ ...known, file }).map((spec) => specText(words, spec)),
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

type SumProps = ShippedBy & { cart: PricedCart; country: string; words: Words }

export function Sum({ cart, country, shipsBy, timeZone, words }: SumProps) {
  const { money } = words
  const { printCents, shippingCents, totalCents, gift, dueCents } = cart
  const hint = postageHint(words, cart, country)
  return (
    <>
      <table class="price">
        <tbody>
          <PriceRow
            label={words.text('price.print', { count: orderablePartsOf(cart) })}
            value={money(printCents)}
          />
          <PriceRow
            label={words.text('price.postage', { country: words.country(country) })}
            value={postageCell(shippingCents, words)}
            {...(hint !== null && { hint })}
          />
        </tbody>
        <tfoot>
          <PriceRow label={words.text('price.total')} value={money(totalCents)} />
          {gift === null ? (
            ''
          ) : (
            <GiftRows
              giftCents={gift.shareCents}
              dueCents={dueCents}
              words={words}
              dueLabel={words.text('price.due')}
              hint={words.text('price.giftBalance', { amount: money(gift.balanceCents) })}
            />
          )}
        </tfoot>
      </table>
      {shipsBy === null ? (
        ''
      ) : (
        <p class="ships-by">{orderedTodayText(words, shipsBy, { country, timeZone })}</p>
      )}
    </>
  )
}

function postageHint(
  words: Words,
  { printCents, shippingCents }: PricedCart,
  country: string,
): string | null {
  if (shippingCents === 0) return null
  const free = freePostageFromCents(country)
  return words.text('price.postageHint', {
    free: words.shortMoney(free),
    missing: words.money(free - printCents),
  })
}

/**
 * Country field. `sends`: with JavaScript, selecting another country submits the form immediately. Without it, the
 * button next to the field does.
 */
export function CountryField({
  words,
  country,
  label,
  sends = false,
  hasFocus = false,
  form,
}: {
  words: Words
  country: string
  label: string
  sends?: boolean
  hasFocus?: boolean
  /** Id of the form, if the field is outside of it. */
  form?: string
}) {
  return (
    <Field name="country" label={label}>
      {(field) => (
        <select
          {...field}
          autocomplete="country"
          {...(sends && { 'data-sends': 'update' })}
          {...(hasFocus && { autofocus: true })}
          {...(form !== undefined && { form })}
        >
          {servedCountries.map((code) => (
            <option value={code} selected={code === country}>
              {words.country(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/**
 * Orders of the basket that are not paid: the buyer came back from the processor's page. What was paid there a moment ago is not known yet,
 * so the sentence is about what arrived, and not about what was charged.
 */
type WaitingProps = { orders: readonly WaitingOrder[]; words: Words }

export function Waiting({ orders, words }: WaitingProps) {
  return (
    <>
      {orders.map((order) => (
        <section
          class="notice warning"
          aria-label={words.text('waiting.order', { code: order.code })}
        >
          {order.isSettling ? (
            <Settling {...order} words={words} />
          ) : (
            <ToPay {...order} words={words} />
          )}
        </section>
      ))}
    </>
  )
}

type WaitingOrderProps = WaitingOrder & { words: Words }

function ToPay({ code, dueCents, words }: WaitingOrderProps) {
  return (
    <p>
      {words.rich('waiting.toPay', {
        code: <a href={orderPagePath(code)}>{code}</a>,
        amount: words.money(dueCents),
        pay: (text) => <a href={`${orderPagePath(code)}/pay`}>{text}</a>,
      })}
    </p>
  )
}

function Settling({ code, dueCents, words }: WaitingOrderProps) {
  return (
    <p>
      {words.rich('waiting.settling', {
        code: <a href={orderPagePath(code)}>{code}</a>,
        amount: words.money(dueCents),
        link: (text) => <a href={`${orderPagePath(code)}/pay`}>{text}</a>,
      })}
    </p>
  )
}
