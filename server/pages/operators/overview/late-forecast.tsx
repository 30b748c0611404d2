// Orders that are forecast to ship after their promised date, each with a line from the promised to the expected date.
import type { LateOrder } from '../../../domain/desk/forecast.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { durationText } from '../../base/duration.ts'
import { count } from '../../base/figures.ts'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import type { OverviewView } from './overview-view.ts'

export function LateForecastTable({ overview, timeZone }: OverviewView) {
  const {
    open: { forecast },
    speed,
  } = overview
  const { orders } = forecast
  const span = spanOf(orders)
  const perDay = `${speed.machineHoursPerDay.toFixed(0)} machine hours a day${speed.basis === 'default' ? ', the default until there are measurements' : ''}`
  return (
    <div id="late">
      <DataTable
        caption="Promised and expected ship dates"
        columns={[
          { label: 'Order', cell: ({ code }) => <OrderLink code={code} /> },
          {
            label: 'Promised',
            cell: ({ dueAt }) => <Moment at={dueAt} timeZone={timeZone} form="day" />,
          },
          {
            label: 'Expected',
            cell: ({ expectedAt }) => <Moment at={expectedAt} timeZone={timeZone} form="day" />,
          },
          {
            label: 'Delay',
            kind: 'number',
            text: ({ dueAt, expectedAt }) =>
              durationText((expectedAt.getTime() - dueAt.getTime()) / 1000),
          },
          { label: 'Promised to expected', cell: (order) => <Delay order={order} span={span} /> },
        ]}
        rows={orders}
        rowAttributes={({ code }) => ({ id: `late-${code}` })}
        empty="Every open order is expected to ship by its promised date."
      />
      <p class="hint">
        {forecast.count > orders.length
          ? `${count(forecast.count)} in all; the longest delays are shown. Expected at ${perDay}, in the order of the queue.`
          : `Expected at ${perDay}, in the order of the queue.`}
      </p>
    </div>
  )
}

function OrderLink({ code }: { code: string }) {
  return <a href={orderPath(code)}>{code}</a>
}

type Span = { readonly from: number; readonly to: number }

const spanOf = (orders: readonly LateOrder[]): Span => ({
  from: Math.min(...orders.map(({ dueAt }) => dueAt.getTime())),
  to: Math.max(...orders.map(({ expectedAt }) => expectedAt.getTime())),
})

const width = 200

/** Hollow mark at the promised date, filled mark at the expected date. */
function Delay({ order, span }: { order: LateOrder; span: Span }) {
  const place = (at: Date) =>
    Math.round(6 + ((width - 12) * (at.getTime() - span.from)) / Math.max(1, span.to - span.from))
  const [from, to] = [place(order.dueAt), place(order.expectedAt)]
  return (
    <svg class="delay" viewBox={`0 0 ${width} 16`} width={width} height="16" aria-hidden="true">
      <path class="track" d={`M6 8H${width - 6}`} />
      <path class="overdue" d={`M${from} 8H${to}`} />
      <circle class="promised" cx={from} cy="8" r="4" />
      <circle class="expected" cx={to} cy="8" r="4" />
    </svg>
  )
}
