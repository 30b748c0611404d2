// Refusals of quotes and orders, for agents.

import { quoteForeign } from '../../server/domain/base/text/text.ts'
import { retryHintSeconds } from '../../server/domain/base/time/retry-hints.ts'
import {
  buildVolumeText,
  shownSidesMm,
  sizeRangeText,
} from '../../server/domain/catalog/build-volume.ts'
import type { LimitFailure } from '../../server/domain/limits/failure.ts'
import { tooLargeAdvice } from '../../server/domain/measurement/too-large-advice.ts'
import { lengthUnitsText } from '../../server/domain/models/format.ts'
import { maxModelText } from '../../server/domain/models/size-limit.ts'
import type { OrderFailure } from '../../server/domain/orders/failure.ts'
import { maxReferenceCharacters } from '../../server/domain/orders/record/reference.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { minimumTotalCents } from '../../server/domain/pricing/subtotal.ts'
import type { CountryPrice, QuoteFailure } from '../../server/domain/quotes/failure.ts'
import { quoteHours } from '../../server/domain/quotes/quote.ts'
import { accountDeleted } from '../account-deleted.ts'
import { refuse, type ToolOutcome } from '../content.ts'
import { errorCodeOf } from '../error-code.ts'
import { servedList } from './fields.ts'
import { quoteInside } from './foreign-text.ts'
import { type Sentences, sentenceFrom } from './sentences.ts'
import { unitQuestion } from './unit-question.ts'

/** Includes limits other than the allowances, because a file scaled to another size counts. */
export type ToolFailure = OrderFailure | QuoteFailure | LimitFailure

/** `hint` follows the sentence. */
export const refusal = (failure: ToolFailure, hint = ''): ToolOutcome<never> =>
  refuse(`${sentenceOf(failure)}${hint}`, errorCodeOf(failure))

export const sentenceOf = (failure: ToolFailure): string => sentenceFrom(sentences, failure)

/** No tool has an argument for the unit. Only a link can state it. */
export const addressUnitsUnknown = `The #units= at the end of model_url is none of ${lengthUnitsText}. Correct it, or leave it out, and call again.`

const unsupportedFile =
  'quote_print accepts .stl, .glb, .3mf and .gcode.3mf files, recognized by the end of their names. Send a link to one of these. An .obj cannot be ordered: upload it to POST /api/print-upload with the same API key, and quote the modelUrl of the STL that it returns. A .gcode can be ordered over the print API; other formats have to be converted first.'
const emptyFile =
  'The link returned an empty file. Check that it leads to the model itself, then call again.'
/** Refusals of fields that the tool's schema already checks. */
const unreadableRequest =
  'The request could not be read. Check the arguments against the description of this tool and call again.'

const sentences: Sentences<ToolFailure> = {
  quote_url_invalid:
    'model_url must be a direct https link to an .stl, .glb, .3mf or .gcode.3mf file, or a gs:// model_url from get_generation. Send one of these.',
  quote_host_not_allowed: hostRefusal,
  quote_file_unsupported: unsupportedFile,
  file_unsupported: unsupportedFile,
  quote_download_refused: ({ message }) => message,
  rate_limited: ({ message, retryAfterSeconds }) =>
    `${message} Wait ${retryAfterSeconds} seconds. Nothing was charged.`,
  limiter_unavailable: `The service cannot count calls at the moment. Nothing was charged. Wait ${retryHintSeconds.agentCounters} seconds, then try again.`,
  quote_not_found:
    'This account has no quote with that quote_id. Check it letter by letter, or make a new quote with quote_print; quotes of other accounts cannot be used.',
  quote_expired: ({ expiredAt }) =>
    `This quote expired at ${expiredAt.toISOString()}: quotes hold for ${quoteHours} hours. Nothing was charged. Call quote_print again for a new one and confirm its price with the buyer.`,
  quote_spent: ({ orderCode }) =>
    orderCode === null
      ? 'This quote was used by another call that may still be running. Nothing was charged by this one. Do not quote again for the same order: list_my_orders shows the order with this quote_id.'
      : `This quote was already used: it became order ${orderCode}. Nothing was charged by this call. Read that order with get_order; for another print make a new quote with quote_print.`,
  quote_country_differs: countryRefusal,
  order_email_invalid:
    'email must be one plain email address, such as name@example.com: the confirmation goes there. Nothing was charged; call again with it corrected.',
  shipping_fields_missing: ({ fields }) =>
    `These shipping fields are empty: ${fields.map(argumentName).join(', ')}. Nothing was charged; call again with them filled in.`,
  address_field_too_long: tooLong,
  buyer_field_too_long: tooLong,
  reference_too_long: `reference is longer than ${maxReferenceCharacters} characters. Nothing was charged; call again with it shortened.`,
  vat_id_invalid:
    'vat_id is not a VAT ID. Send the number with the prefix of its country, such as DE123456789, or leave it out. Nothing was charged; call again with it corrected.',
  country_not_served: ({ country }) =>
    `We don't currently ship to ${country}.${country === 'UK' ? ' The code of the United Kingdom is GB.' : ''} Countries served: ${servedList}. Ask the buyer for an address in one of them, and call again.`,
  order_not_found:
    'This account has no order with that code. Check it letter by letter; list_my_orders has the codes of recent orders, and track_order finds the order of someone else by its code and email.',
  model_not_managed:
    "That gs:// address is not a model of this service. Send the model_url that get_generation returned, or an https link to the model's file.",
  model_foreign:
    'This account has no stored model with that address. Send the model_url exactly as get_generation returned it.',
  model_unreadable:
    'The stored model could not be read just now. Call again in a minute; if it keeps failing, generate or upload it again.',
  file_empty: emptyFile,
  file_missing: emptyFile,
  file_too_large: `The file is larger than ${maxModelText}. Simplify the model and call again.`,
  mesh_unreadable: ({ reason }) =>
    `No printable model could be read from that file. ${quoteInside(reason)}`,
  nothing_prints: ({ reason }) => `This model cannot be printed. ${quoteInside(reason)}`,
  model_too_large: tooLarge,
  measuring_unavailable: ({ by, retryAfterSeconds }) =>
    by === 'time'
      ? usedUpTime(retryAfterSeconds)
      : `The service is too busy to measure this file right now. Nothing was charged; call again in ${retryAfterSeconds} seconds.`,
  storage_failed: 'The file could not be stored. Nothing was charged; call again.',
  api_key_required: accountDeleted,
  session_required: accountDeleted,
  spending_limit_reached: limitSentence,
  order_not_written: ({ isTransient }) =>
    isTransient
      ? 'The order could not be saved just now. Nothing was charged and the quote is still unused; call create_print_order again in a few seconds.'
      : 'Something broke on our side, and the order was not placed. Nothing was charged and the quote is still unused. It was logged; call create_print_order again later, and if it fails again tell the buyer.',
  order_unconfirmed:
    'Whether the order was placed is not known yet. Do not call create_print_order again; check list_my_orders in a minute.',
  total_below_minimum: `The total is below the ${formatDollars(minimumTotalCents)} minimum that a card can be charged. Raise the quantity.`,
  quote_hand_in_empty: ({ url }) =>
    `No file has arrived at ${url} yet. Ask the buyer to open it and hand the file in, then call again with the same model_url.`,
  quote_size_invalid: `The #sizeMm= at the end of model_url must be ${sizeRangeText}. Correct it, or leave it out, and call again.`,
  units_unknown: addressUnitsUnknown,
  order_material_unknown: unreadableRequest,
  order_quality_unknown: unreadableRequest,
  field_unknown: unreadableRequest,
  field_repeated: unreadableRequest,
  field_aliases_differ: unreadableRequest,
  field_sent_as_file: unreadableRequest,
  field_sent_as_text: unreadableRequest,
  dry_run_invalid: unreadableRequest,
  max_total_invalid: unreadableRequest,
  above_max_total: unreadableRequest,
}

type Kind<K extends ToolFailure['kind']> = Extract<ToolFailure, { kind: K }>

function hostRefusal({ hosts, redirectsTo }: Kind<'quote_host_not_allowed'>): string {
  return hosts.length === 0
    ? 'The operator allows no hosts, so links cannot be quoted. Send a gs:// model_url from get_generation, or hand the file in.'
    : `${redirectsTo === null ? '' : `The link redirects to ${quoteForeign(redirectsTo)}, which is not an allowed host. `}Models are fetched only from these hosts: ${hosts.join(', ')}. Put the file on one of them, without a redirect to another, and call again; a gs:// model_url from get_generation works as well.`
}

function limitSentence(failure: Kind<'spending_limit_reached'>): string {
  const { limitCents, leftCents, totalCents, resetsAt } = failure
  const whose = failure.scope === 'api_key' ? 'API key' : 'account'
  return `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(leftCents)} of the ${whose}'s daily spending limit of ${formatDollars(limitCents)} is left today. Nothing was charged, no order was placed, and the quote is still unused. Do not retry with smaller orders: tell the buyer, who can raise the limit on the account page; a new day starts at ${resetsAt.toISOString()}.`
}

/** Warns the buyer before a new quote is made. */
function countryRefusal({ quoted, asked, askedPrice }: Kind<'quote_country_differs'>): string {
  return `This quote is for ${quoted.country} (${formatDollars(quoted.totalCents)}, of which postage ${formatDollars(quoted.shippingCents)}), and the order would go to ${asked}, ${askedPrice === null ? 'for which the prices have changed since' : comparison(quoted, askedPrice)}. Nothing was charged and the quote is still good for ${quoted.country}. To ship to ${asked}, call quote_print with country ${asked} and confirm the new price with the buyer.`
}

function comparison(quoted: CountryPrice, requested: CountryPrice): string {
  const differenceCents = requested.totalCents - quoted.totalCents
  const difference =
    differenceCents === 0
      ? 'the same'
      : `${formatDollars(Math.abs(differenceCents))} ${differenceCents > 0 ? 'more' : 'less'}`
  return `where it comes to ${formatDollars(requested.totalCents)} (postage ${formatDollars(requested.shippingCents)}): ${difference}`
}

const toolNames: Readonly<Record<string, string>> = {
  recipientName: 'recipient_name',
  vatId: 'vat_id',
  purchaseOrder: 'purchase_order',
}
const argumentName = (field: string): string => toolNames[field] ?? field

function tooLong({
  field,
  limit,
}: Kind<'address_field_too_long' | 'buyer_field_too_long'>): string {
  return `${argumentName(field)} is longer than ${limit} characters. Nothing was charged; call again with it shortened.`
}

function tooLarge(failure: Kind<'model_too_large'>): string {
  const { dimensionsMm, unit, format } = failure
  const size = shownSidesMm(dimensionsMm).join(' x ')
  const read = unit === 'mm' ? '' : ` Its numbers were read as ${unit}.`
  // A sliced file has the size that it was sliced for.
  const questions = format === 'gcode' ? [] : unitQuestion({ unit, dimensionsMm })
  const rescaling =
    format === 'gcode' ? '' : '; #sizeMm= at the end of model_url sets its longest side in mm'
  const question = questions.map((text) => ` ${text}`).join('')
  return `This model is ${size} mm, larger than the ${buildVolumeText} build volume.${read}${question} ${tooLargeAdvice(failure)}, then call again${rescaling}.`
}

/** Sentence for an exhausted budget of processing time. */
export const usedUpTime = (seconds: number): string =>
  `The files of this caller have taken all the processing time of this hour. Nothing was charged; call again in ${seconds} seconds, and simplify models that take long.`
