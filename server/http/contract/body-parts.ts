// Parts of request bodies that routes of several areas have.

import * as v from 'valibot'
import { isStorable, singleLine } from '../../domain/base/text/text.ts'
import { lengthText, maxReasonCharacters } from '../../domain/base/text/text-lengths.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import { scrapReasonRule, scrapReasons } from '../../domain/farm/jobs/scrap-reason.ts'
import { canonicalTrackingUrl, trackingLengths } from '../../domain/orders/record/tracking.ts'
import { named, says, versionSchema } from './schemas.ts'

export const storableRule = 'must not contain NUL or unpaired surrogates'
export const storable = v.check<string, string>(isStorable, storableRule)

/**
 * Returns the schema of one line of visible text. Refuses NUL and unpaired surrogates, and removes line breaks and
 * invisible characters.
 */
export function text(max: number) {
  const rule = `is required, ${lengthText(max)}`
  return v.pipe(
    v.string(rule),
    v.nonEmpty(rule),
    v.maxLength(max, rule),
    storable,
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

/** Accepts null like an absent field, because an order's JSON has null for unknown values. */
export const orAbsent = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

/** Reason for scrapping parts. */
export const scrapReason = orAbsent(
  says(
    v.picklist(scrapReasons, scrapReasonRule),
    'Why the parts are scrap, for the farm’s statistics. Ignored if no part is scrap.',
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

export const withoutTracking = orAbsent(v.boolean('must be true or false'))

/** What an optional version does. */
export const versionEffect =
  'If the order has changed since, nothing is saved. If it is omitted or null, the change applies to the current order.'

/** Version that a change is based on, for endpoints where it is optional. */
export const optionalVersion = says(
  orAbsent(versionSchema),
  `The version of the order that the change is based on. ${versionEffect}`,
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
/** Error sentence for the number of lines in an order. */
const linesRule = `must be a list of 1 to ${maxLines} lines`

/** Number of parts per order line. */
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

/** A note that resolves a case. */
export const resolutionSchema = v.object({ note: text(maxReasonCharacters) })
