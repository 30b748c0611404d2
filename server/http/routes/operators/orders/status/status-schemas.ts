// Request bodies with which operators set the status of orders and refund them.

import * as v from 'valibot'
import { keysOf } from '../../../../../domain/base/keys-of.ts'
import { lengthText, maxReasonCharacters } from '../../../../../domain/base/text/text-lengths.ts'
import { isOperatorStatus, orderStatusLabels } from '../../../../../domain/orders/record/status.ts'
import {
  cents,
  linesSchema,
  orAbsent,
  text,
  trackingSchema,
  versionEffect,
  withoutTracking,
} from '../../../../contract/body-parts.ts'
import { linesText } from '../../../../contract/field-texts.ts'
import { describedAs, says, versionSchema } from '../../../../contract/schemas.ts'

const flag = v.boolean('must be true or false')

/** Body of POST /api/operator/orders/{code}/status. The domain validates the status and requires the version. */
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
    'true: an unpaid order is accepted, printed or shipped anyway, because it was paid otherwise or is a gift. The same applies to a closed order that was refunded in full.',
  ),
  refund: says(
    orAbsent(v.picklist(['full', 'none'], 'must be full or none')),
    'Treatment of the payment of a paid order that is cancelled or rejected: `full` refunds the whole remaining amount. Either this or `refundCents`.',
  ),
  refundCents: says(orAbsent(cents), 'Refunds this part of the payment, in cents.'),
  refundLines: says(
    orAbsent(linesSchema),
    'Refunds these parts of lines, which are counted from 1; each line once. Their price is the amount.',
  ),
  refundShipping: says(
    orAbsent(flag),
    'true: the postage that was not refunded yet, alone or with `refundLines`.',
  ),
  reason: says(
    orAbsent(text(maxReasonCharacters)),
    `The reason for the refund, ${lengthText(maxReasonCharacters)}; the customer’s email quotes it.`,
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
  lines: says(orAbsent(linesSchema), linesText),
  shipping: says(
    orAbsent(flag),
    'true: the postage that was not refunded yet is refunded as well.',
  ),
  reason: text(maxReasonCharacters),
  version: says(
    orAbsent(versionSchema),
    `The version of the order that the change is based on, from GET /api/operator/orders/{code}. ${versionEffect}`,
  ),
})

/** Body of POST /api/operator/orders/{code}/refund: an amount, or parts and postage. */
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
