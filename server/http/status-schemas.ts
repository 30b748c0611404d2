// Bodies by which the farm reports on orders.
import * as v from 'valibot'

function text(max: number) {
  const rule = `is required, 1 to ${max} characters`
  return v.pipe(v.string(rule), v.trim(), v.nonEmpty(rule), v.maxLength(max, rule))
}

const urlRule = 'must be an https:// address of at most 500 characters'

export const trackingSchema = v.object({
  carrier: text(100),
  number: text(100),
  url: v.optional(
    v.pipe(
      v.string(urlRule),
      v.url(urlRule),
      v.startsWith('https://', urlRule),
      v.maxLength(500, urlRule),
    ),
  ),
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
