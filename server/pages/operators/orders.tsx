// /operator: all orders, newest first, for operators.
import { Html } from '@elysiajs/html'
import { keysOf } from '../../domain/base/keys-of.ts'
import { chargeLabelOf } from '../../domain/orders/charge-words.ts'
import type { OperatorOrders } from '../../domain/orders/operator-orders.ts'
import type { Order } from '../../domain/orders/order.ts'
import { type OrderStatus, orderStatusLabels, shortLabel } from '../../domain/orders/status.ts'
import { Notice, pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import { StatusBadge } from '../orders/order-parts.tsx'

/** `unknownCode`: the code that was searched for, if no order has it. */
export function operatorOrdersPage(
  list: OperatorOrders,
  { unknownCode }: { unknownCode: string | null },
): Promise<Response> {
  const { orders, status, next } = list
  return pageResponse({
    title: 'Orders',
    status: unknownCode === null ? 200 : 404,
    headers: unlisted(),
    body: (
      <>
        <h1>Orders</h1>
        {unknownCode === null ? (
          ''
        ) : (
          <Notice kind="error" text={`There is no order ${unknownCode}.`} />
        )}
        <form class="finder" method="get" action="/operator/queue">
          <div>
            <label for="code">Order code</label>
            <input id="code" name="code" placeholder="SVC-" maxlength="40" autocomplete="off" />
          </div>
          <button type="submit" class="quiet">
            Open
          </button>
        </form>
        <Filters status={status} />
        {orders.length === 0 ? (
          <p class="muted">No orders found.</p>
        ) : (
          <ul class="items panel orders">
            {orders.map((order) => (
              <OrderLine order={order} />
            ))}
          </ul>
        )}
        {next === null ? (
          ''
        ) : (
          <p>
            <a class="button quiet" href={listPath(status, next)}>
              Older orders
            </a>
          </p>
        )}
      </>
    ),
  })
}

function listPath(status: OrderStatus | null, before: string | null): string {
  const query = new URLSearchParams()
  if (status !== null) query.set('status', status)
  if (before !== null) query.set('before', before)
  return query.size === 0 ? '/operator/queue' : `/operator/queue?${query}`
}

const statuses = keysOf(orderStatusLabels)

function Filters({ status }: { status: OrderStatus | null }) {
  return (
    <nav class="filters" aria-label="Status">
      {[null, ...statuses].map((each) => (
        <a href={listPath(each, null)} aria-current={each === status ? 'page' : undefined}>
          {each === null ? 'All' : shortLabel(each)}
        </a>
      ))}
    </nav>
  )
}

function OrderLine({ order }: { order: Order }) {
  const { code, options, price, address } = order
  const { quantity, material, color, quality } = options
  return (
    <li>
      <div>
        <a class="strong" href={`/operator/orders/${encodeURIComponent(code)}`} safe>
          {code}
        </a>
        <p class="hint" safe>
          {`${quantity} × ${material.toUpperCase()} ${color}, ${quality}, to ${address.country}`}
        </p>
        <p class="hint">
          <Time at={order.createdAt} />, {money(price.totalCents)}
          {order.paid ? '' : `, ${chargeLabelOf(order)}`}
          {order.refundedCents === 0 ? '' : `, ${money(order.refundedCents)} refunded`}
        </p>
      </div>
      <StatusBadge status={order.status} />
    </li>
  )
}
