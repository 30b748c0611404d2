// Components shared by order pages: progress, options, price table, tracking.

import type { PrintOptions } from '../../domain/catalog/options.ts'
import { noColor } from '../../domain/catalog/options.ts'
import type { HoldableOrder } from '../../domain/orders/record/held.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { ShownPayment } from '../../domain/orders/record/payment.ts'
import { type OrderStatus, orderStatusLabels } from '../../domain/orders/record/status.ts'
import { isRefundSettled, movedCents, type Refund } from '../../domain/orders/reversals/refund.ts'
import { refundItemsText } from '../../domain/orders/reversals/refund-parts.ts'
import type { Markup } from '../../html/markup.ts'
import { fillOfColor } from '../base/color-fill.ts'
import { lessMoney, money } from '../base/money.ts'
import { GiftRows, PriceRow, postageCell } from '../base/price-rows.tsx'
import { StateBadge, stateOfOrder } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'

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

const steps = [
  ['PENDING_PAYMENT', 'Payment'],
  ['RECEIVED', 'In review'],
  ['ACCEPTED', 'Queued'],
  ['PRINTING', 'Printing'],
  ['PRINTED', 'Printed'],
  ['SHIPPED', 'Shipped'],
  ['DELIVERED', 'Delivered'],
] as const satisfies readonly (readonly [OrderStatus, string])[]

/** Steps of an order with the current one marked. Empty for a cancelled or rejected order. */
export function Progress({ status }: { status: OrderStatus }) {
  const present = steps.findIndex(([step]) => step === status)
  if (present < 0) return ''
  return (
    <ol class="progress" aria-label="Order progress">
      {steps.map(([, name], index) => {
        const state = index < present ? 'done' : index === present ? 'now' : 'ahead'
        const spoken = state === 'done' ? 'done' : state === 'now' ? 'current' : 'upcoming'
        return (
          <li class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {name} <span class="visually-hidden">({spoken})</span>
          </li>
        )
      })}
    </ol>
  )
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <StateBadge state={stateOfOrder(status)} label={orderStatusLabels[status]} />
}

/** Material, color, quality and quantity as rows of a `dl.facts`. */
export function OrderedRows({ options }: Pick<OrderSheet, 'options'>) {
  const { material, quality, quantity, color } = options
  return (
    <>
      <dt>Material</dt>
      <dd>{material.toUpperCase()}</dd>
      <dt>Color</dt>
      <dd>
        <Swatch color={color} />
        <span>{color === 'Default' ? 'Default (no color chosen)' : color}</span>
      </dd>
      <dt>Quality</dt>
      <dd>{quality === 'premium' ? 'Premium' : 'Standard'}</dd>
      <dt>Quantity</dt>
      <dd>{String(quantity)}</dd>
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
  /** Refunds that succeeded or are pending. Failed and returned refunds are excluded. */
  readonly refunds?: readonly ReceiptRefund[]
  readonly time?: (at: Date) => Markup
  /** Formats the print time of a number of parts from the hundredths of an hour of one part. */
  readonly printTimeOf?: (centihours: number, parts: number) => string
}

/** Price table. The defaults are for customer pages. The desk formats times and print times differently. */
export function PriceTable({
  price,
  options,
  web,
  lostCents,
  refunds = [],
  time = (at) => <Time at={at} />,
  printTimeOf = shownPrintTime,
}: PriceProps) {
  const { printCents, shippingCents, gramsPerPart, centihoursPerPart } = price
  const { quantity } = options
  const hours = (parts: number) => printTimeOf(centihoursPerPart, parts)
  const isSeveral = web !== null && web.lineCount > 1
  const amount = isSeveral
    ? `${quantity} parts, ${web.grams}\u00a0g and about ${printTimeOf(web.centihours, 1)} of printing together`
    : quantity === 1
      ? `${gramsPerPart}\u00a0g, about ${hours(1)} of printing`
      : `${quantity} parts, each ${gramsPerPart}\u00a0g and about ${hours(1)} of printing; ` +
        `about ${hours(quantity)} in total`
  return (
    <table class="price">
      <tbody>
        <PriceRow label="Print" hint={amount} value={money(printCents)} />
        <PriceRow label="Postage" value={postageCell(shippingCents, english)} />
      </tbody>
      <tfoot>
        <TotalRows price={price} web={web} lostCents={lostCents} refunds={refunds} time={time} />
      </tfoot>
    </table>
  )
}

type TotalProps = Pick<OrderSheet, 'price' | 'web' | 'lostCents'> & {
  readonly refunds: readonly ReceiptRefund[]
  readonly time: (at: Date) => Markup
}

/** Rows from the total on: payment methods and refunds. */
export function TotalRows({ price: { totalCents }, web, lostCents, refunds, time }: TotalProps) {
  const giftCents = web?.giftCents ?? 0
  return (
    <>
      <PriceRow label="Total" value={money(totalCents)} />
      <GiftRows
        words={english}
        giftCents={giftCents}
        dueCents={totalCents - giftCents}
        dueLabel="By card"
      />
      <RefundRows refunds={refunds} totalCents={totalCents} lostCents={lostCents} time={time} />
    </>
  )
}

function RefundRows({
  refunds,
  totalCents,
  lostCents,
  time,
}: {
  refunds: readonly ReceiptRefund[]
  totalCents: number
  lostCents: number
  time: (at: Date) => Markup
}) {
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
            {isSettled ? 'Refund' : 'Refund (not confirmed yet)'}
            <span class="hint">
              {parts === null ? '' : `For ${refundItemsText(parts)}, `}
              {time(updatedAt)}
            </span>
          </th>
          <td>{lessMoney(cents)}</td>
        </tr>
      ))}
      {lostCents === 0 ? (
        ''
      ) : (
        <PriceRow label="Returned to the card" value={lessMoney(lostCents)} />
      )}
      {done.length + lostCents === 0 ? (
        ''
      ) : (
        <PriceRow
          label="Total after refunds"
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

export function TrackingPanel({ tracking }: Pick<OrderSheet, 'tracking'>) {
  if (tracking === null) return ''
  const { carrier, number, url, shippedAt } = tracking
  return (
    <section class="panel" aria-labelledby="parcel">
      <h2 id="parcel">Your parcel</h2>
      <dl class="facts">
        <dt>Carrier</dt>
        <dd>{carrier}</dd>
        <dt>Tracking number</dt>
        <dd>
          <code>{number}</code>
        </dd>
        <dt>Shipped</dt>
        <dd>
          <Time at={shippedAt} />
        </dd>
      </dl>
      {url === null ? (
        ''
      ) : (
        <p>
          <a class="button" href={url} rel="noopener noreferrer">
            Track the parcel
          </a>
        </p>
      )}
    </section>
  )
}
