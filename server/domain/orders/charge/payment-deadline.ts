// Until when an unpaid order can be paid (decisions.md 55): otherwise a link would keep the prices of its day forever.

import { daySeconds } from '../../base/day.ts'
import { openCheckoutSeconds } from '../../limits/open-checkouts.ts'
import type { Order } from '../order.ts'

/** How long an order of the API or of an agent waits for its payment, from when it was placed. Orders of the website wait a day. */
export const unpaidDays = 30
export const unpaidSeconds = unpaidDays * daySeconds

/** A worker cancels the order within seconds after it. */
export const payUntil = ({ createdAt, web }: Pick<Order, 'createdAt' | 'web'>): Date =>
  new Date(createdAt.getTime() + (web === null ? unpaidSeconds : openCheckoutSeconds) * 1000)

/** The day in UTC, such as `2026-12-21`. */
export const payDay = (order: Pick<Order, 'createdAt' | 'web'>): string =>
  payUntil(order).toISOString().slice(0, 10)
