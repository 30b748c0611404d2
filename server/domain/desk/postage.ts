// Postage that customers paid, compared with the cost of labels that were bought at the desk: by day of a month. For
// operators only.
import type { Day } from '../base/time/day.ts'
import type { Month } from '../billing/ports.ts'

/** Sum of labels that are not voided, or whose refund the carrier rejected. */
export type LabelCost = {
  readonly labels: number
  /** Hundredths of `currency`. */
  readonly cents: number
  /** ISO 4217, such as USD. */
  readonly currency: string
}

/** Currency of all prices and costs. Labels in another one are shown, and not converted. */
export const costCurrency = 'USD'

/**
 * Orders that were shipped, and the postage that they were charged. `here`: all labels were bought at the desk in
 * `costCurrency`. `foreign`: labels were bought at the desk in another currency. `elsewhere`: no label was bought at the
 * desk.
 */
export type PostageSums = {
  readonly here: ShippedOrders & { readonly labels: number; readonly labelCents: number }
  readonly foreign: ShippedOrders
  readonly elsewhere: ShippedOrders
}

type ShippedOrders = {
  readonly orders: number
  /** Postage of paid orders; refunds are not subtracted. */
  readonly chargedCents: number
}

export type PostageOfDay = PostageSums & { readonly day: Day }

export type PostageReader = {
  /** Returns the days on which orders were shipped for the first time, ascending. */
  readonly days: (month: Month) => Promise<readonly PostageOfDay[]>
}

export type PostageOfMonth = {
  readonly days: readonly PostageOfDay[]
  readonly total: PostageSums
}

export async function readPostage(
  { postage }: { readonly postage: PostageReader },
  month: Month,
): Promise<PostageOfMonth> {
  const days = await postage.days(month)
  return { days, total: days.reduce<PostageSums>(plus, noPostage) }
}

/** Returns the postage charged, less the cost of the labels. */
export const postageLeftCents = ({ here }: PostageSums): number =>
  here.chargedCents - here.labelCents

const none: ShippedOrders = { orders: 0, chargedCents: 0 }
const noPostage: PostageSums = {
  here: { ...none, labels: 0, labelCents: 0 },
  foreign: none,
  elsewhere: none,
}

const plus = (one: PostageSums, other: PostageSums): PostageSums => ({
  here: {
    ...sumOf(one.here, other.here),
    labels: one.here.labels + other.here.labels,
    labelCents: one.here.labelCents + other.here.labelCents,
  },
  foreign: sumOf(one.foreign, other.foreign),
  elsewhere: sumOf(one.elsewhere, other.elsewhere),
})

const sumOf = (one: ShippedOrders, other: ShippedOrders): ShippedOrders => ({
  orders: one.orders + other.orders,
  chargedCents: one.chargedCents + other.chargedCents,
})
