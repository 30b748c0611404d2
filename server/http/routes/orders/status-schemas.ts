// Bodies by which operators and the farm's machines change orders.
import * as v from 'valibot'
import { isStorable, singleLine } from '../../../domain/base/text.ts'
import { canonicalTrackingUrl } from '../../../domain/orders/tracking.ts'
import { named } from '../../contract/schemas.ts'

/** One line of visible text. NUL and unpaired surrogates are refused; line ends and invisible characters are removed. */
export function text(max: number) {
  const rule = `is required, 1 to ${max} characters`
  return v.pipe(
    v.string(rule),
    v.nonEmpty(rule),
    v.maxLength(max, rule),
    v.check(isStorable, 'must not contain NUL or unpaired surrogates'),
    v.transform(singleLine),
    v.nonEmpty(rule),
  )
}

const urlRule =
  'must be an http:// or https:// address of at most 500 characters, without a user name, spaces or backslashes'

const url = v.pipe(
  v.string(urlRule),
  v.maxLength(500, urlRule),
  v.trim(),
  v.check((sent) => canonicalTrackingUrl(sent) !== null, urlRule),
  v.transform((sent) => canonicalTrackingUrl(sent) ?? sent),
)

/** An order's own JSON has null where nothing is known, so null means the same as an absent field. */
export const orAbsent = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

export const trackingSchema = named(
  'SentTracking',
  v.object({ carrier: text(100), number: text(100), url: orAbsent(url) }),
  'Where a parcel is, as the farm sends it.',
)

const withoutTracking = orAbsent(v.boolean('must be true or false'))

const versionRule = 'must be a whole number of at least 1'

/** The version of an order that a change is based on. */
export const versionSchema = v.pipe(
  v.number(versionRule),
  v.integer(versionRule),
  v.minValue(1, versionRule),
  v.maxValue(2_147_483_647, versionRule),
)
const version = orAbsent(versionSchema)

const amountRule = 'must be a whole number of cents, at least 1'
export const cents = v.pipe(
  v.number(amountRule),
  v.integer(amountRule),
  v.minValue(1, amountRule),
  v.maxValue(2_147_483_647, amountRule),
)

const lineRule = 'must be a whole number, at least 1'
const count = v.pipe(
  v.number(lineRule),
  v.integer(lineRule),
  v.minValue(1, lineRule),
  v.maxValue(2_147_483_647, lineRule),
)
/** Limit for the lines of one order. */
export const maxLines = 50
const linesRule = `must be a list of 1 to ${maxLines} lines`

/** The number of parts for each line of an order. */
export const linesSchema = v.pipe(
  v.array(
    named('LineParts', v.object({ line: count, quantity: count }), 'So many parts of a line.'),
    linesRule,
  ),
  v.minLength(1, linesRule),
  v.maxLength(maxLines, linesRule),
  v.check(
    (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
    'must name each line once',
  ),
)

/** POST /api/operator/orders/{code}/status */
export const operatorStatusSchema = v.object({
  status: text(40),
  tracking: orAbsent(trackingSchema),
  withoutTracking,
  unpaid: orAbsent(v.boolean('must be true or false')),
  refund: orAbsent(v.picklist(['full', 'none'], 'must be full or none')),
  refundCents: orAbsent(cents),
  refundLines: orAbsent(linesSchema),
  refundShipping: orAbsent(v.boolean('must be true or false')),
  reason: orAbsent(text(200)),
  version,
})

export const refundFields = v.object({
  amountCents: v.optional(cents),
  lines: orAbsent(linesSchema),
  shipping: orAbsent(v.boolean('must be true or false')),
  reason: text(200),
  version,
})

/** POST /api/operator/orders/{code}/refund: an amount, or parts and postage. */
export const refundSchema = v.pipe(
  refundFields,
  v.forward(
    v.check(
      ({ amountCents, lines, shipping = false }) =>
        amountCents !== undefined || lines !== undefined || shipping,
      'is required',
    ),
    ['amountCents'],
  ),
  v.forward(
    v.check(
      ({ amountCents, lines, shipping = false }) =>
        amountCents === undefined || (lines === undefined && !shipping),
      'goes without lines and shipping, whose price is the amount',
    ),
    ['amountCents'],
  ),
)

/** POST /api/operator/orders/{code}/reprint. The version distinguishes a repeated request from a second one. */
export const reprintSchema = v.object({
  lines: linesSchema,
  reason: text(200),
  version: versionSchema,
})

/** POST /api/operator/orders/{code}/refunds/{refund}/resolve */
export const resolutionSchema = v.object({ note: text(200) })

/** POST /api/order-status: website-checkout orders. */
export const webOrderStatusSchema = v.object({
  code: text(60),
  status: text(40),
  email: orAbsent(text(320)),
  tracking: orAbsent(trackingSchema),
  withoutTracking,
})
