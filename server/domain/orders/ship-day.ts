// The sentence that names the day on which an order ships.

import { dateFormat } from '../base/date-format.ts'
import type { Order } from './order.ts'
import { isClosed } from './status.ts'
import { isShipped } from './tracking.ts'

type Promised = Pick<Order, 'status' | 'dueAt'>
type Moment = { readonly now: Date; readonly timeZone: string }

/** Such as "Ships by Tuesday, December 1."; null for an order that has no promised day, has shipped or will not. */
export function shipDayLine({ status, dueAt }: Promised, { now, timeZone }: Moment): string | null {
  if (dueAt === null || isShipped(status) || isClosed(status)) return null
  const day = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(dueAt)
  return now.getTime() <= dueAt.getTime()
    ? `Ships by ${day}.`
    : `It was promised for ${day} and is late. It ships as soon as it is finished.`
}
