// Parts shared by the pages about an order: progress, options, price table, tracking.

import type { PrintOptions } from '../../domain/catalog/options.ts'
import { noColor } from '../../domain/catalog/options.ts'
import type { HoldableOrder } from '../../domain/orders/held.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { ShownPayment } from '../../domain/orders/payment.ts'
import { isRefundSettled, movedCents, type Refund } from '../../domain/orders/refund.ts'
import { refundItemsText } from '../../domain/orders/refund-parts.ts'
import { type OrderStatus, orderStatusLabels } from '../../domain/orders/status.ts'
import type { Markup } from '../../html/markup.ts'
import { fillOfColor } from '../base/color-fill.ts'
import { lessMoney, money } from '../base/money.ts'
import { GiftRows, PriceRow, postageText } from '../base/price-rows.tsx'
import { StateBadge, stateOfOrder } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'

/**
 * The only fields that pages open to anyone with the code may show: no address, email, name, phone, note, file name or
 * decline reason (decisions.md 12).
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

/** The steps of an order with the current one marked; empty for a cancelled or rejected order. */
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
 * A dot in the color; halved where the color is a word without a known value, absent where none was chosen. Uses SVG attributes because
 * the Content-Security-Policy forbids inline styles.
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

/** A refund as the receipt shows it: without its reason, which only the customer's email contains. */
export type ReceiptRefund = Pick<
  Refund,
  'amountCents' | 'giftCents' | 'state' | 'parts' | 'updatedAt'
>

type PriceProps = Pick<OrderSheet, 'price' | 'options' | 'web' | 'lostCents'> & {
  /** What moved and what may still move is listed; a refund that failed or was returned is not. */
  readonly refunds?: readonly ReceiptRefund[]
  readonly time?: (at: Date) => Markup
  /** How long so many parts print, from the hundredths of an hour of one. */
  readonly printTimeOf?: (centihours: number, parts: number) => string
}

/** The desk shows times and print times in its own way; the defaults are those of customers' pages. */
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
        <PriceRow label="Postage" value={postageText(shippingCents)} />
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

/** The rows from the total on: how it is paid, and what was refunded. */
export function TotalRows({ price: { totalCents }, web, lostCents, refunds, time }: TotalProps) {
  const giftCents = web?.giftCents ?? 0
  return (
    <>
      <PriceRow label="Total" value={money(totalCents)} />
      <GiftRows giftCents={giftCents} dueCents={totalCents - giftCents} dueLabel="By card" />
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

/** Hundredths of an hour as whole minutes, at least one. */
const shownMinutes = (centihours: number): number =>
  Math.max(1, Math.round((centihours * 60) / 100))

/** Multiplies the rounded minutes, so that the parts add up to the total. */
const shownPrintTime = (centihours: number, parts: number): string =>
  printTime(shownMinutes(centihours) * parts)

/** 95 -> "1 h 35 min". */
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
