// Row in the account's list of orders.

import { chargeLabelOf } from '../../domain/orders/charge/charge-words.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../domain/orders/record/payment.ts'
import { countOf } from '../base/figures.ts'
import { money } from '../base/money.ts'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import { StatusBadge } from '../orders/order-parts.tsx'

export function OrderLine({ order }: { order: Order }) {
  const { code, status, price, refundedCents, createdAt } = order
  return (
    <li>
      <div>
        <a class="strong" href={orderPagePath(code)}>
          {code}
        </a>
        <p class="hint">
          <span>{contentsOf(order)}</span>, {money(price.totalCents)}
          {refundedCents === 0 ? '' : ` (${money(refundedCents)} refunded)`},{' '}
          <Time at={createdAt} words={english} />
          {order.reference === null ? '' : `, ${order.reference}`}
          {isPaid(order) ? '' : `, ${chargeLabelOf(order)}`}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}

/** Such as "2 × PLA, bracket.stl", or "5 parts of 3 models". */
function contentsOf({ options, web, file }: Order): string {
  const { quantity, material } = options
  if (web !== null && web.lineCount > 1) {
    return `${countOf(quantity, 'part')} of ${web.lineCount} models`
  }
  return `${quantity} × ${material.toUpperCase()}, ${file.fileName}`
}
