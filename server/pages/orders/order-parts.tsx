// What the pages about an order share: its sheet, the line of states, what was ordered, what it costs, where the parcel is.
import { Html } from '@elysiajs/html'
import { findStockColor, stockColors } from '../../domain/catalog/colors.ts'
import type { PrintOptions } from '../../domain/catalog/options.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Refund } from '../../domain/orders/refund.ts'
import { type OrderStatus, orderStatusLabels } from '../../domain/orders/status.ts'
import { attribute } from '../base/attribute.ts'
import { money } from '../base/money.ts'
import { Time } from '../base/time.tsx'

/**
 * All that a page which anyone with the code can open may know: no address, e-mail, name, phone, note, file name or
 * reason of a decline (decisions.md 12).
 */
export type OrderSheet = Pick<
  Order,
  | 'code'
  | 'status'
  | 'paid'
  | 'chargeState'
  | 'paymentPending'
  | 'price'
  | 'tracking'
  | 'refundedCents'
  | 'refundingCents'
  | 'createdAt'
  | 'updatedAt'
> & { readonly options: Pick<PrintOptions, 'material' | 'quality' | 'quantity' | 'color'> }

const steps = [
  ['PENDING_PAYMENT', 'Payment'],
  ['RECEIVED', 'In review'],
  ['ACCEPTED', 'Queued'],
  ['PRINTING', 'Printing'],
  ['PRINTED', 'Printed'],
  ['SHIPPED', 'Shipped'],
  ['DELIVERED', 'Delivered'],
] as const satisfies readonly (readonly [OrderStatus, string])[]

/** The way of an order with the present step marked; nothing for an order that ended on the way. */
export function Progress({ status }: { status: OrderStatus }) {
  const present = steps.findIndex(([step]) => step === status)
  if (present < 0) return ''
  return (
    <ol class="progress" aria-label="Progress of this order">
      {steps.map(([, name], index) => {
        const state = index < present ? 'done' : index === present ? 'now' : 'ahead'
        const spoken = state === 'done' ? 'done' : state === 'now' ? 'now' : 'still to come'
        return (
          <li class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {name} <span class="unseen">({spoken})</span>
          </li>
        )
      })}
    </ol>
  )
}

const badgeKinds: Partial<Record<OrderStatus, string>> = {
  PENDING_PAYMENT: 'warning',
  CANCELLED: 'error',
  REJECTED: 'error',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span class={['badge', badgeKinds[status] ?? '']}>{orderStatusLabels[status]}</span>
}

/** Material, color, quality, quantity: rows of a list of facts. */
export function OrderedRows({ options }: Pick<OrderSheet, 'options'>) {
  const { material, quality, quantity, color } = options
  return (
    <>
      <dt>Material</dt>
      <dd>{material.toUpperCase()}</dd>
      <dt>Color</dt>
      <dd>
        <Swatch color={color} />
        <span safe>{color === 'Default' ? 'Default (none was chosen)' : color}</span>
      </dd>
      <dt>Quality</dt>
      <dd>{quality === 'premium' ? 'Premium' : 'Standard'}</dd>
      <dt>Quantity</dt>
      <dd>{String(quantity)}</dd>
    </>
  )
}

/** A dot in the color, where it is known. An SVG attribute, because the policy of our pages forbids inline styles. */
function Swatch({ color }: { color: string }) {
  const stock = findStockColor(color)
  const hex = stock === null ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1] : undefined
  const fill = stock === null ? hex && `#${hex}` : stockColors[stock]
  if (fill === undefined) return ''
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill={fill} />
    </svg>
  )
}

/** A refund as the receipt shows it: without its reason, which is between the farm and the customer. */
export type ReceiptRefund = Pick<Refund, 'amountCents' | 'state' | 'updatedAt'>

/** `refunds`: what was given back, and what is on its way; failed ones are left out. */
export function PriceTable({
  price,
  options,
  refunds = [],
}: Pick<OrderSheet, 'price' | 'options'> & { refunds?: readonly ReceiptRefund[] }) {
  const { printCents, shippingCents, totalCents, gramsPerPart, hoursHundredthsPerPart } = price
  const { quantity } = options
  // Of the minutes that are shown, so that parts and total add up.
  const minutes = shownMinutes(hoursHundredthsPerPart)
  const hours = printTime(minutes)
  const amount =
    quantity === 1
      ? `${gramsPerPart}\u00a0g, about ${hours} of printing`
      : `${quantity} parts, each ${gramsPerPart}\u00a0g and about ${hours} of printing; ` +
        `together about ${printTime(minutes * quantity)}`
  return (
    <table class="price">
      <tbody>
        <tr>
          <th scope="row">
            Print
            <span class="hint">{amount}</span>
          </th>
          <td>{money(printCents)}</td>
        </tr>
        <tr>
          <th scope="row">Postage</th>
          <td>{shippingCents === 0 ? 'Free' : money(shippingCents)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{money(totalCents)}</td>
        </tr>
        <RefundRows refunds={refunds} totalCents={totalCents} />
      </tfoot>
    </table>
  )
}

function RefundRows({
  refunds,
  totalCents,
}: {
  refunds: readonly ReceiptRefund[]
  totalCents: number
}) {
  const shown = refunds.filter(({ state }) => state !== 'failed')
  const done = shown.filter(({ state }) => state === 'succeeded')
  const refundedCents = done.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <>
      {shown.map(({ amountCents, state, updatedAt }) => (
        <tr class="refund">
          <th scope="row">
            {state === 'succeeded' ? 'Refund' : 'Refund, not confirmed yet'}
            <span class="hint">
              <Time at={updatedAt} />
            </span>
          </th>
          <td>{`\u2212${money(amountCents)}`}</td>
        </tr>
      ))}
      {done.length === 0 ? (
        ''
      ) : (
        <tr>
          <th scope="row">Total after refunds</th>
          <td>{money(totalCents - refundedCents)}</td>
        </tr>
      )}
    </>
  )
}

/** Hundredths of an hour in whole minutes, at least one. */
const shownMinutes = (hoursHundredths: number): number =>
  Math.max(1, Math.round((hoursHundredths * 60) / 100))

/** Minutes as people say them. */
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
        <dd safe>{carrier}</dd>
        <dt>Tracking number</dt>
        <dd>
          <code safe>{number}</code>
        </dd>
        <dt>Sent</dt>
        <dd>
          <Time at={shippedAt} />
        </dd>
      </dl>
      {url === null ? (
        ''
      ) : (
        <p>
          <a class="button" href={attribute(url)} rel="noopener noreferrer">
            Follow the parcel
          </a>
        </p>
      )}
    </section>
  )
}
