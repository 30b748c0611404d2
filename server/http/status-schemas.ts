// Bodies by which the farm reports on orders.
import * as v from 'valibot'

function text(max: number) {
  const rule = `is required, 1 to ${max} characters`
  return v.pipe(v.string(rule), v.trim(), v.nonEmpty(rule), v.maxLength(max, rule))
}

const urlRule = 'must be an https:// address of at most 500 characters'

const url = v.pipe(
  v.string(urlRule),
  v.url(urlRule),
  v.startsWith('https://', urlRule),
  v.maxLength(500, urlRule),
)

/** null is what an order's own JSON says where nothing is known, so it means the same as a field that is left out. */
const orAbsent = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

export const trackingSchema = v.object({
  carrier: text(100),
  number: text(100),
  url: orAbsent(url),
})

/** POST /api/operator/orders/{code}/status */
export const operatorStatusSchema = v.object({
  status: text(40),
  tracking: orAbsent(trackingSchema),
})

/** POST /api/order-status: website-checkout orders. */
export const webOrderStatusSchema = v.object({
  code: text(60),
  status: text(40),
  email: orAbsent(text(320)),
  tracking: orAbsent(trackingSchema),
})
