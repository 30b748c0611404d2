// Bodies by which the farm reports on orders.
import * as v from 'valibot'

const text = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max))

export const trackingSchema = v.object({
  carrier: text(100),
  number: text(100),
  url: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(500))),
})

/** POST /api/operator/orders/{code}/status */
export const operatorStatusSchema = v.object({
  status: text(40),
  tracking: v.optional(trackingSchema),
})

/** POST /api/order-status: website-checkout orders. */
export const webOrderStatusSchema = v.object({
  code: text(60),
  status: text(40),
  email: v.optional(text(320)),
  tracking: v.optional(trackingSchema),
})
