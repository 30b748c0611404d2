// Components shared by order pages: progress, options, price table, tracking.

import type { PrintOptions } from '../../domain/catalog/options.ts'
import { noColor } from '../../domain/catalog/options.ts'
import type { HoldableOrder } from '../../domain/orders/record/held.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { ShownPayment } from '../../domain/orders/record/payment.ts'
import { isClosed, type OrderStatus, orderStatusLabels } from '../../domain/orders/record/status.ts'
import { isRefundSettled, movedCents, type Refund } from '../../domain/orders/reversals/refund.ts'
import type { Markup } from '../../html/markup.ts'
import { fillOfColor } from '../base/color-fill.ts'
import { colorText } from '../base/line-text.ts'
import { GiftRows, PriceRow, postageCell } from '../base/price-rows.tsx'
import { StateBadge, stateOfOrder } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'
import type { Words } from '../languages/words.ts'
import { refundedItems } from './order-words.ts'

/**
 * The only order fields that pages open to anyone with the code may show: no address, email, name, phone, note, file
 * name or decline reason (decisions.md 12).
 */
export type OrderSheet = Pick<
  Order,
  | 'code'
  | 'status'
  | 'price'
  | 'web'
  | 'tracking'
  | 'refundedCents'
  | 'refundingCents'
  | 'lostCents'
  | 'dueAt'
  | 'createdAt'
  | 'updatedAt'
> &
  HoldableOrder & {
    readonly payment: ShownPayment
    /** Absent for an order that is shown without an arrival date. */
    readonly address?: Pick<Order['address'], 'country'>
    readonly options: Pick<PrintOptions, 'material' | 'quality' | 'quantity' | 'color'>
  }

/** In the order of an order's progress, which ends with DELIVERED. */
const steps = [
  'PENDING_PAYMENT',
  'RECEIVED',
  'ACCEPTED',
  'PRINTING',
  'PRINTED',
  'SHIPPED',
  'DELIVERED',
] as const satisfies readonly OrderStatus[]

type ProgressProps = { readonly words: Words; readonly status: OrderStatus }

/** Steps of an order with the current one marked. Empty for a cancelled or rejected order. */
export function Progress({ words, status }: ProgressProps) {
  if (isClosed(status)) return ''
  const present = steps.indexOf(status)
  return (
    <ol class="progress" aria-label={words.text('progress.label')}>
      {steps.map((step, index) => {
        const state = index < present ? 'done' : index === present ? 'now' : 'ahead'
        return (
          <li class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {words.text(`step.${step}`)}{' '}
            <span class="visually-hidden">{words.text(`progress.${state}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <StateBadge state={stateOfOrder(status)} label={orderStatusLabels[status]} />
}

type OrderedProps = Pick<OrderSheet, 'options'> & { readonly words: Words }

/** Material, color, quality and quantity as rows of a `dl.facts`. */
export function OrderedRows({ words, options }: OrderedProps) {
  const { material, quality, quantity, color } = options
  return (
    <>
      <dt>{words.text('editor.material')}</dt>
      <dd>{material.toUpperCase()}</dd>
      <dt>{words.text('editor.color')}</dt>
      <dd>
        <Swatch color={color} />
        <span>{color === noColor ? words.text('ordered.noColor') : colorText(words, color)}</span>
      </dd>
      <dt>{words.text('editor.quality')}</dt>
      <dd>{words.text(`quality.${quality}`)}</dd>
      <dt>{words.text('basket.quantity')}</dt>
      <dd>{words.count(quantity)}</dd>
    </>
  )
}

/**
 * Dot in the part's color. Halved for a color name without a known value, absent without a color. Uses SVG attributes
 * because the Content-Security-Policy forbids inline styles.
 */
function Swatch({ color }: { color: string }) {
  if (color === noColor) return ''
  const fill = fillOfColor(color)
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill={fill ?? 'none'} />
      {fill === null ? <path d="M3.05 12.95a7 7 0 0 1 9.9-9.9z" fill="#808080" /> : ''}
    </svg>
  )
}

/** Refund as the receipt shows it, without its reason, which only the customer's email contains. */
export type ReceiptRefund = Pick<
  Refund,
  'amountCents' | 'giftCents' | 'state' | 'parts' | 'updatedAt'
>

type PriceProps = Pick<OrderSheet, 'price' | 'options' | 'web' | 'lostCents'> & {
  readonly words: Words
  /** Refunds that succeeded or are pending. Failed and returned refunds are excluded. */
  readonly refunds?: readonly ReceiptRefund[]
  readonly time?: (at: Date) => Markup
  /** Formats the print time of a number of parts from the hundredths of an hour of one part. */
  readonly printTimeOf?: (centihours: number, parts: number) => string
}

/** Price table. The defaults are for customer pages. The desk formats times and print times differently. */
export function PriceTable({
  words,
  price,
  options,
  web,
  lostCents,
  refunds = [],
  time = (at) => <Time at={at} words={words} />,
  printTimeOf = shownPrintTime,
}: PriceProps) {
  const { text, money, count } = words
  const { printCents, shippingCents, gramsPerPart, centihoursPerPart } = price
  const quantity = count(options.quantity)
  const grams = count(gramsPerPart)
  const duration = printTimeOf(centihoursPerPart, 1)
  const amount =
    web !== null && web.lineCount > 1
      ? text('order.amountOfLines', {
          quantity,
          grams: count(web.grams),
          duration: printTimeOf(web.centihours, 1),
        })
      : options.quantity === 1
        ? text('order.amountOfOne', { grams, duration })
        : text('order.amountOfParts', {
            quantity,
            grams,
            duration,
            total: printTimeOf(centihoursPerPart, options.quantity),
          })
  return (
    <table class="price">
      <tbody>
        <PriceRow label={text('order.print')} hint={amount} value={money(printCents)} />
        <PriceRow label={text('order.postage')} value={postageCell(shippingCents, words)} />
      </tbody>
      <tfoot>
        <TotalRows {...{ words, price, web, lostCents, refunds, time }} />
      </tfoot>
    </table>
  )
}

type TotalProps = Pick<OrderSheet, 'price' | 'web' | 'lostCents'> & {
  readonly words: Words
  readonly refunds: readonly ReceiptRefund[]
  readonly time: (at: Date) => Markup
}

/** Rows from the total on: payment methods and refunds. */
export function TotalRows({ price: { totalCents }, web, ...shown }: TotalProps) {
  const { words } = shown
  const giftCents = web?.giftCents ?? 0
  return (
    <>
      <PriceRow label={words.text('order.total')} value={words.money(totalCents)} />
      <GiftRows
        words={words}
        giftCents={giftCents}
        dueCents={totalCents - giftCents}
        dueLabel={words.text('order.byCard')}
      />
      <RefundRows {...shown} totalCents={totalCents} />
    </>
  )
}

type RefundProps = Omit<TotalProps, 'price' | 'web'> & { readonly totalCents: number }

function RefundRows({ words, refunds, totalCents, lostCents, time }: RefundProps) {
  const { text, money, lessMoney } = words
  const shown = refunds
    .map((refund) => {
      const isSettled = isRefundSettled(refund)
      return { ...refund, isSettled, cents: isSettled ? movedCents(refund) : refund.amountCents }
    })
    .filter(({ cents }) => cents > 0)
  const done = shown.filter(({ isSettled }) => isSettled)
  const refundedCents = done.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <>
      {shown.map(({ cents, isSettled, parts, updatedAt }) => (
        <tr class="refund">
          <th scope="row">
            {text(isSettled ? 'refund.done' : 'refund.unconfirmed')}
            <span class="hint">
              {parts === null
                ? time(updatedAt)
                : words.rich('refund.of', {
                    items: refundedItems(words, parts),
                    time: time(updatedAt),
                  })}
            </span>
          </th>
          <td>{lessMoney(cents)}</td>
        </tr>
      ))}
      {lostCents === 0 ? '' : <PriceRow label={text('refund.lost')} value={lessMoney(lostCents)} />}
      {done.length + lostCents === 0 ? (
        ''
      ) : (
        <PriceRow
          label={text('refund.totalAfter')}
          value={money(totalCents - refundedCents - lostCents)}
        />
      )}
    </>
  )
}

/** Converts hundredths of an hour to whole minutes, at least one. */
const shownMinutes = (centihours: number): number =>
  Math.max(1, Math.round((centihours * 60) / 100))

/** Multiplies the rounded minutes, so that the parts add up to the total. */
const shownPrintTime = (centihours: number, parts: number): string =>
  printTime(shownMinutes(centihours) * parts)

/** Formats 95 as "1 h 35 min". */
function printTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${minutes}\u00a0min`
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${rest}\u00a0min`
}

type TrackingProps = Pick<OrderSheet, 'tracking'> & { readonly words: Words }

export function TrackingPanel({ words: { text }, words, tracking }: TrackingProps) {
  if (tracking === null) return ''
  const { carrier, number, url, shippedAt } = tracking
  return (
    <section class="panel" aria-labelledby="parcel">
      <h2 id="parcel">{text('parcel.heading')}</h2>
      <dl class="facts">
        <dt>{text('parcel.carrier')}</dt>
        <dd>{carrier}</dd>
        <dt>{text('parcel.number')}</dt>
        <dd>
          <code>{number}</code>
        </dd>
        <dt>{text('parcel.shipped')}</dt>
        <dd>
          <Time at={shippedAt} words={words} />
        </dd>
      </dl>
      {url === null ? (
        ''
      ) : (
        <p>
          <a class="button" href={url} rel="noopener noreferrer">
            {text('parcel.track')}
          </a>
        </p>
      )}
    </section>
  )
}
