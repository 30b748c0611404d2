// Until when an unpaid order can be paid (decisions.md 55). Without a deadline, a link would keep the prices of its day
// indefinitely.

import { daySeconds } from '../../base/time/day.ts'
import { openCheckoutSeconds } from '../../limits/open-checkouts.ts'
import type { Order } from '../record/order.ts'

/** Days after placement that an API or agent order waits for its payment. Web orders wait one day. */
export const unpaidDays = 30
export const unpaidSeconds = unpaidDays * daySeconds

/** Returns the deadline. A worker cancels the order within seconds after it. */
export const payUntil = ({ createdAt, web }: Pick<Order, 'createdAt' | 'web'>): Date =>
  new Date(createdAt.getTime() + (web === null ? unpaidSeconds : openCheckoutSeconds) * 1000)

/** Returns the day in UTC, such as `2026-12-21`. */
export const payDay = (order: Pick<Order, 'createdAt' | 'web'>): string =>
  payUntil(order).toISOString().slice(0, 10)
