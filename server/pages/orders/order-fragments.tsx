// Parts of an order page that change while it is open. Each is an element with an id, which an event stream replaces.

import type { PrintProgress } from '../../domain/farm/read/print-progress.ts'
import type { TimelineEntry } from '../../domain/orders/history/timeline.ts'
import { arrivalDaysOf, shipDayOf, shippedAtOf } from '../../domain/orders/promise/ship-day.ts'
import { statusSentencesOf } from '../../domain/orders/read/status-line.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../domain/orders/record/payment.ts'
import type { Markup } from '../../html/markup.ts'
import { durationIn } from '../base/duration.ts'
import { arrivalText, shipDayText } from '../base/line-text.ts'
import { addressIn, EnglishLink } from '../base/page-language.tsx'
import { Time } from '../base/time.tsx'
import { defaultLanguage } from '../languages/languages.ts'
import type { Words } from '../languages/words.ts'
import {
  type OrderSheet,
  PriceTable,
  Progress,
  type ReceiptRefund,
  TrackingPanel,
} from './order-parts.tsx'
import { Payment } from './order-payment.tsx'
import { overdueText } from './order-words.ts'
import { entryText } from './timeline-words.ts'

export type LiveOrderView = {
  readonly order: OrderSheet
  /** null unless parts of the order are printing. */
  readonly printing: PrintProgress | null
  readonly refunds: readonly ReceiptRefund[]
  readonly timeline: readonly TimelineEntry[]
  /** Whether the customer came back from a checkout. */
  readonly isReturned: boolean
  readonly now: Date
  /** Time zone of the farm. */
  readonly timeZone: string
}

type FragmentProps = LiveOrderView & { readonly words: Words }

/** Returns the fragments by element id. */
export const orderFragments = (view: FragmentProps): Readonly<Record<string, Markup>> => ({
  'order-state': <OrderState {...view} />,
  'order-printing': <OrderPrinting {...view} />,
  'order-payment': <OrderPayment {...view} />,
  'order-parcel': <OrderParcel {...view} />,
  'order-price': <OrderPrice {...view} />,
  'order-timeline': <OrderTimeline {...view} />,
})

export function OrderState({ words, order, timeline, now, timeZone }: FragmentProps) {
  const shipDay = shipDayOf(order, { now })
  const arrival = arrivalDaysOf(order, { now, timeZone, shippedAt: shippedAtOf(timeline) })
  return (
    <div id="order-state" aria-live="polite">
      <p class="eyebrow">{words.rich('waiting.order', { code: <code>{order.code}</code> })}</p>
      <h1>{words.text(`status.${order.status}`)}</h1>
      <p class="lead">
        {isOverdue(timeline, order) ? overdueText(words, order) : statusText(words, order)}
      </p>
      {shipDay === null ? '' : <p class="ship-day">{shipDayText(words, shipDay, timeZone)}</p>}
      {arrival === null ? '' : <p class="hint">{arrivalText(words, arrival)}</p>}
      <Progress words={words} status={order.status} />
    </div>
  )
}

const statusText = (words: Words, order: OrderSheet): string =>
  statusSentencesOf(order)
    .map((kind) => words.text(`statusLine.${kind}`))
    .join(' ')

type PrintingProps = Pick<FragmentProps, 'words' | 'printing'>

/** Print progress. Not announced to screen readers because it changes every few seconds. */
export function OrderPrinting({ words, printing }: PrintingProps) {
  return (
    <div id="order-printing">
      {printing === null ? (
        ''
      ) : (
        <>
          <p>
            {words.text('printing.count', {
              printed: words.count(printing.printed),
              parts: printing.parts,
            })}
          </p>
          <ul class="order-plates">
            {printing.plates.map((plate) => (
              <li>
                <span>
                  {words.text('printing.plate', {
                    plate: words.count(plate.plate),
                    parts: plate.parts,
                  })}
                </span>
                <PrintBar progress={plate.progress} />
                <span>{plateText(words, plate)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type Plate = PrintProgress['plates'][number]

function plateText(words: Words, { progress, remainingSeconds }: Plate): string {
  if (progress === null) return words.text('printing.started')
  if (progress >= 1) return words.text('printing.ended')
  const percent = String(Math.floor(progress * 100))
  return remainingSeconds === null
    ? words.text('printing.percent', { percent })
    : words.text('printing.percentLeft', {
        percent,
        duration: durationIn(words, remainingSeconds),
      })
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

export function OrderPayment({ words, order, isReturned }: FragmentProps) {
  return (
    <div id="order-payment">
      <Payment words={words} order={order} isReturned={isReturned} />
    </div>
  )
}

export function OrderParcel({ words, order }: FragmentProps) {
  return (
    <div id="order-parcel">
      <TrackingPanel words={words} tracking={order.tracking} />
    </div>
  )
}

export function OrderPrice({ words, order, refunds }: FragmentProps) {
  return (
    <div id="order-price">
      <PriceTable words={words} {...order} refunds={refunds} />
      {isPaid(order) ? (
        <p class="hint">
          <EnglishLink words={words} href={`${orderPagePath(order.code)}/receipt`}>
            {words.text('order.receipt')}
          </EnglishLink>
        </p>
      ) : (
        ''
      )}
    </div>
  )
}

export function OrderTimeline({ words, timeline }: FragmentProps) {
  return (
    <ol id="order-timeline" class="order-history">
      {timeline.map((entry) => (
        <li>
          <span>{entryText(words, entry)}</span> <Time at={entry.at} words={words} />
        </li>
      ))}
    </ol>
  )
}

type CheckedProps = {
  readonly words: Words
  readonly code: string
  readonly isReturned: boolean
  readonly at: Date
  /** Whether the stream sends this fragment, so that the page updates itself. */
  readonly isLive: boolean
}

/**
 * States when the page's data was read. `browser/orders/order.ts` finds here the address of the event stream and its
 * sentences, in which it replaces `{time}`.
 */
export function OrderChecked({ words, code, isReturned, at, isLive }: CheckedProps) {
  const time = (
    <time datetime={at.toISOString()} {...(isLive && { 'data-clock': '' })}>
      {words.utcSecond(at)}
    </time>
  )
  return (
    <p
      class="hint"
      id="order-checked"
      data-stream={streamPath(words, code, isReturned)}
      data-lost={words.text('order.notConnected', { time: '{time}' })}
      data-refused={words.text('order.checkedAt', { time: '{time}' })}
    >
      {words.rich(isLive ? 'order.live' : 'order.asOf', { time })}
    </p>
  )
}

/** The stream sends parts in the language of the page, whatever other windows choose. */
function streamPath({ language }: Words, code: string, returned: boolean): string {
  const path = `${orderPagePath(code)}/live${returned ? '?paid=1' : ''}`
  return language === defaultLanguage ? path : addressIn(path, language)
}
