// Bodies by which operators and the farm's machines change orders.

import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { isStorable, singleLine } from '../../../domain/base/text.ts'
import {
  lengthText,
  maxMailAddressCharacters,
  maxReasonCharacters,
} from '../../../domain/base/text-lengths.ts'
import { maxLines } from '../../../domain/cart/cart.ts'
import { scrapReasonRule, scrapReasons } from '../../../domain/farm/jobs/scrap-reason.ts'
import { isOperatorStatus, orderStatusLabels } from '../../../domain/orders/status.ts'
import { canonicalTrackingUrl, trackingLengths } from '../../../domain/orders/tracking.ts'
import { describedAs, named, says, versionSchema } from '../../contract/schemas.ts'
import { orderStatus } from '../../contract/words.ts'

/** One line of visible text. NUL and unpaired surrogates are refused; line ends and invisible characters are removed. */
export function text(max: number) {
  const rule = `is required, ${lengthText(max)}`
  return v.pipe(
    v.string(rule),
    v.nonEmpty(rule),
    v.maxLength(max, rule),
    v.check(isStorable, 'must not contain NUL or unpaired surrogates'),
    v.transform(singleLine),
    v.nonEmpty(rule),
  )
}

const urlRule = `must be an http:// or https:// address of at most ${trackingLengths.url} characters, without a user name, spaces or backslashes`

const url = v.pipe(
  v.string(urlRule),
  v.maxLength(trackingLengths.url, urlRule),
  v.trim(),
  v.check((address) => canonicalTrackingUrl(address) !== null, urlRule),
  v.transform((address) => canonicalTrackingUrl(address) ?? address),
)

/** An order's own JSON has null where nothing is known, so null means the same as an absent field. */
export const orAbsent = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

/** Why parts are scrap. */
export const scrapReason = orAbsent(
  says(
    v.picklist(scrapReasons, scrapReasonRule),
    'Why the parts are scrap, for the figures of the farm. Not read where no part is.',
  ),
)

export const trackingSchema = named(
  'SentTracking',
  v.object({
    carrier: text(trackingLengths.text),
    number: text(trackingLengths.text),
    url: orAbsent(url),
  }),
  'The tracking of a parcel, as the farm sends it.',
)

const withoutTracking = orAbsent(v.boolean('must be true or false'))

/** The version that a change is based on, where it may be left out. */
export const optionalVersion = says(
  orAbsent(versionSchema),
  'The version of the order that the change is based on. When the order has changed since, nothing is saved. Left out or null, the change applies to the order as it is now.',
)

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
const linesRule = `must be a list of 1 to ${maxLines} lines`

/** The number of parts for each line of an order. */
export const linesSchema = v.pipe(
  v.array(
    named('LineParts', v.object({ line: count, quantity: count }), 'A number of parts of a line.'),
    linesRule,
  ),
  v.minLength(1, linesRule),
  v.maxLength(maxLines, linesRule),
  v.check(
    (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
    'must name each line once',
  ),
)

const flag = v.boolean('must be true or false')

/** POST /api/operator/orders/{code}/status. The domain names the statuses that it knows, and asks for the version. */
export const operatorStatusSchema = v.object({
  status: describedAs(
    text(40),
    says(
      v.picklist(keysOf(orderStatusLabels).filter(isOperatorStatus)),
      'Any of the eight, in any order.',
    ),
  ),
  tracking: says(
    orAbsent(trackingSchema),
    'Customers see it once the order is SHIPPED. Left out or null, the order keeps the tracking that was entered before.',
  ),
  withoutTracking: says(
    withoutTracking,
    'true: the parcel has no tracking; clears what was entered. SHIPPED needs this or tracking.',
  ),
  unpaid: says(
    orAbsent(flag),
    'true: an unpaid order is accepted, printed or shipped all the same, because it was paid otherwise or is a gift; so is a closed one that was refunded in full.',
  ),
  refund: says(
    orAbsent(v.picklist(['full', 'none'], 'must be full or none')),
    'What happens to the payment of a paid order that is cancelled or rejected: `full` gives back all that is left. Either this or `refundCents`.',
  ),
  refundCents: says(orAbsent(cents), 'The same for a part of the payment, in cents.'),
  refundLines: says(
    orAbsent(linesSchema),
    'The same for parts of lines, which are counted from 1; each line once. Their price is the amount.',
  ),
  refundShipping: says(
    orAbsent(flag),
    'true: the postage that was not refunded yet, alone or with `refundLines`.',
  ),
  reason: says(
    orAbsent(text(maxReasonCharacters)),
    `The reason for the refund, ${lengthText(maxReasonCharacters)}; the customer’s mail quotes it.`,
  ),
  version: describedAs(
    orAbsent(versionSchema),
    says(
      versionSchema,
      'The version of the order that the change is based on, from GET /api/operator/orders/{code}. When the order has changed since, nothing is saved.',
    ),
  ),
})

export const refundFields = v.object({
  amountCents: says(v.optional(cents), 'Cents. Goes without `lines` and `shipping`.'),
  lines: says(orAbsent(linesSchema), 'Parts of lines, which are counted from 1; each line once.'),
  shipping: says(
    orAbsent(flag),
    'true: the postage that was not refunded yet is refunded as well.',
  ),
  reason: text(maxReasonCharacters),
  version: says(
    orAbsent(versionSchema),
    'The version of the order that the change is based on, from GET /api/operator/orders/{code}. When the order has changed since, ' +
      'nothing is saved. Left out or null, the change applies to the order as it is now.',
  ),
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
  lines: says(linesSchema, 'Parts of lines, which are counted from 1; each line once.'),
  reason: says(
    text(maxReasonCharacters),
    `${lengthText(maxReasonCharacters)}, for operators; customers do not see it.`,
  ),
  scrapReason,
  version: says(
    versionSchema,
    'The version of the order that the request is based on, from GET /api/operator/orders/{code}.',
  ),
})

/** POST /api/operator/orders/{code}/refunds/{refund}/resolve */
export const resolutionSchema = v.object({ note: text(maxReasonCharacters) })

/** POST /api/order-status: website-checkout orders. */
export const legacyOrderStatusSchema = v.object({
  code: text(60),
  status: describedAs(text(40), orderStatus.exact('The new status.')),
  email: orAbsent(text(maxMailAddressCharacters)),
  tracking: orAbsent(trackingSchema),
  withoutTracking,
})
