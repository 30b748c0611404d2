// Parts of an order page that change while it is open. Each is an element with an id, which an event stream replaces.

import type { PrintProgress } from '../../domain/farm/read/print-progress.ts'
import type { TimelineEntry } from '../../domain/orders/history/timeline.ts'
import { timelineText } from '../../domain/orders/history/timeline-text.ts'
import { arrivalLine, shipDayLine, shippedAtOf } from '../../domain/orders/promise/ship-day.ts'
import { statusLineOf } from '../../domain/orders/read/status-line.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../domain/orders/record/status.ts'
import type { Markup } from '../../html/markup.ts'
import { durationText } from '../base/duration.ts'
import { countOf } from '../base/figures.ts'
import { money } from '../base/money.ts'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import {
  type OrderSheet,
  PriceTable,
  Progress,
  type ReceiptRefund,
  TrackingPanel,
} from './order-parts.tsx'
import { Payment } from './order-payment.tsx'
import { overdueText } from './order-words.ts'

export type LiveOrderView = {
  readonly order: OrderSheet
  /** null unless parts of the order are printing. */
  readonly printing: PrintProgress | null
  readonly refunds: readonly ReceiptRefund[]
  readonly timeline: readonly TimelineEntry[]
  /** Whether the customer came back from a checkout. */
  readonly returned: boolean
  readonly now: Date
  /** Time zone of the farm. */
  readonly timeZone: string
}

/** Returns the fragments by element id. */
export const orderFragments = (view: LiveOrderView): Readonly<Record<string, Markup>> => ({
  'order-state': <OrderState {...view} />,
  'order-printing': <OrderPrinting {...view} />,
  'order-payment': <OrderPayment {...view} />,
  'order-parcel': <OrderParcel {...view} />,
  'order-price': <OrderPrice {...view} />,
  'order-timeline': <OrderTimeline {...view} />,
})

export function OrderState({ order, timeline, now, timeZone }: LiveOrderView) {
  const shipDay = shipDayLine(order, { now, timeZone })
  const arrival = arrivalLine(order, { now, timeZone, shippedAt: shippedAtOf(timeline) })
  return (
    <div id="order-state" aria-live="polite">
      <p class="eyebrow">
        Order <code>{order.code}</code>
      </p>
      <h1>{orderStatusLabels[order.status]}</h1>
      <p class="lead">
        {isOverdue(timeline, order) ? overdueText(english, order) : statusLineOf(order)}
      </p>
      {shipDay === null ? '' : <p class="ship-day">{shipDay}</p>}
      {arrival === null ? '' : <p class="hint">{arrival}</p>}
      <Progress words={english} status={order.status} />
    </div>
  )
}

/** Print progress. Not announced to screen readers because it changes every few seconds. */
export function OrderPrinting({ printing }: Pick<LiveOrderView, 'printing'>) {
  return (
    <div id="order-printing">
      {printing === null ? (
        ''
      ) : (
        <>
          <p>{`${printing.printed} of ${countOf(printing.parts, 'part')} printed.`}</p>
          <ul class="order-plates">
            {printing.plates.map((plate) => (
              <li>
                <span>{`Plate ${plate.plate}, ${countOf(plate.parts, 'part')}`}</span>
                <PrintBar progress={plate.progress} />
                <span>{plateText(plate)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function plateText({ progress, remainingSeconds }: PrintProgress['plates'][number]): string {
  if (progress === null) return 'on a printer'
  if (progress >= 1) return 'printed, to be checked'
  const left = remainingSeconds === null ? '' : `, about ${durationText(remainingSeconds)} left`
  return `${Math.floor(progress * 100)}%${left}`
}

const barWidth = 160

function PrintBar({ progress }: { progress: number | null }) {
  return (
    <svg viewBox={`0 0 ${barWidth} 8`} width={barWidth} height="8" aria-hidden="true">
      <rect class="track" width={barWidth} height="8" rx="4" />
      <rect class="bar" width={Math.round(barWidth * (progress ?? 0))} height="8" rx="4" />
    </svg>
  )
}

/** Whether the order was cancelled because it was not paid in time. */
const isOverdue = (timeline: readonly TimelineEntry[], { status }: OrderSheet): boolean =>
  status === 'CANCELLED' && timeline.some((entry) => entry.kind === 'status' && entry.isOverdue)

export function OrderPayment({ order, returned }: LiveOrderView) {
  return (
    <div id="order-payment">
      <Payment order={order} returned={returned} />
    </div>
  )
}

export function OrderParcel({ order }: LiveOrderView) {
  return (
    <div id="order-parcel">
      <TrackingPanel words={english} tracking={order.tracking} />
    </div>
  )
}

export function OrderPrice({ order, refunds }: LiveOrderView) {
  return (
    <div id="order-price">
      <PriceTable words={english} {...order} refunds={refunds} />
      {isPaid(order) ? (
        <p class="hint">
          <a href={`${orderPagePath(order.code)}/receipt`}>Printable receipt or invoice</a>
        </p>
      ) : (
        ''
      )}
    </div>
  )
}

export function OrderTimeline({ timeline }: LiveOrderView) {
  return (
    <ol id="order-timeline" class="order-history">
      {timeline.map((entry) => (
        <li>
          <span>{timelineText(entry, money)}</span> <Time at={entry.at} />
        </li>
      ))}
    </ol>
  )
}

type CheckedProps = {
  readonly code: string
  readonly returned: boolean
  readonly at: Date
  /** Whether the stream sends this fragment, so that the page updates itself. */
  readonly live: boolean
}

/** States when the page's data was read. `browser/orders/order.ts` finds the address of the event stream here. */
export function OrderChecked({ code, returned, at, live }: CheckedProps) {
  const stream = `${orderPagePath(code)}/live${returned ? '?paid=1' : ''}`
  return (
    <p class="hint" id="order-checked" data-stream={stream}>
      {live ? 'This page updates itself. Last checked at ' : 'As of '}
      <time datetime={at.toISOString()} {...(live && { 'data-clock': '' })}>
        {utcText(at)}
      </time>
      {live ? '.' : '. Reload the page to see changes.'}
    </p>
  )
}

const utcText = (at: Date): string => {
  const iso = at.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
