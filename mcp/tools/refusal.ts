// Refusals for agents: what is wrong and what to do next. Exhaustive switch. server/http/refusals has the REST
// sentences.

import { unreachable } from '../../server/domain/base/result.ts'
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
import { refused, type ToolOutcome } from '../content.ts'
import { errorCodeOf } from '../error-code.ts'
import { servedList } from './fields.ts'
import { quoteInside } from './foreign-text.ts'
import { unitQuestion } from './unit-question.ts'

/** Includes limits other than the allowances, because a file scaled to another size counts. */
export type ToolFailure = OrderFailure | QuoteFailure | LimitFailure

/** `hint` follows the sentence. */
export const refusal = (failure: ToolFailure, hint = ''): ToolOutcome<never> =>
  refused(`${sentenceOf(failure)}${hint}`, errorCodeOf(failure))

export function sentenceOf(failure: ToolFailure): string {
  switch (failure.kind) {
    case 'quote_url_invalid':
      return 'model_url must be a direct https link to an .stl, .glb, .3mf or .gcode.3mf file, or a gs:// model_url from get_generation. Send one of these.'
    case 'quote_host_not_allowed':
      return hostRefusal(failure.hosts, failure.redirectsTo)
    case 'quote_file_unsupported':
    case 'file_unsupported':
      return 'quote_print accepts .stl, .glb, .3mf and .gcode.3mf files, recognized by the end of their names. Send a link to one of these. An .obj cannot be ordered: upload it to POST /api/print-upload with the same API key, and quote the modelUrl of the STL that it returns. A .gcode can be ordered over the print API; other formats have to be converted first.'
    case 'quote_download_refused':
      return failure.message
    case 'rate_limited':
      return `${failure.message} Wait ${failure.retryAfterSeconds} seconds. Nothing was charged.`
    case 'limiter_unavailable':
      return `The service cannot count calls at the moment. Nothing was charged. Wait ${retryHintSeconds.agentCounters} seconds, then try again.`
    case 'quote_not_found':
      return 'This account has no quote with that quote_id. Check it letter by letter, or make a new quote with quote_print; quotes of other accounts cannot be used.'
    case 'quote_expired':
      return `This quote expired at ${failure.expiredAt.toISOString()}: quotes hold for ${quoteHours} hours. Nothing was charged. Call quote_print again for a new one and confirm its price with the buyer.`
    case 'quote_spent':
      return failure.orderCode === null
        ? 'This quote was used by another call that may still be running. Nothing was charged by this one. Do not quote again for the same order: list_my_orders shows the order with this quote_id.'
        : `This quote was already used: it became order ${failure.orderCode}. Nothing was charged by this call. Read that order with get_order; for another print make a new quote with quote_print.`
    case 'quote_country_differs':
      return countryRefusal(failure)
    case 'order_email_invalid':
      return 'email must be one plain email address, such as name@example.com: the confirmation goes there. Nothing was charged; call again with it corrected.'
    case 'shipping_fields_missing':
      return `These shipping fields are empty: ${failure.fields.map(argumentName).join(', ')}. Nothing was charged; call again with them filled in.`
    case 'address_field_too_long':
    case 'buyer_field_too_long':
      return `${argumentName(failure.field)} is longer than ${failure.limit} characters. Nothing was charged; call again with it shortened.`
    case 'reference_too_long':
      return `reference is longer than ${maxReferenceCharacters} characters. Nothing was charged; call again with it shortened.`
    case 'vat_id_invalid':
      return 'vat_id is not a VAT ID. Send the number with the prefix of its country, such as DE123456789, or leave it out. Nothing was charged; call again with it corrected.'
    case 'country_not_served':
      return `We don't currently ship to ${failure.country}.${failure.country === 'UK' ? ' The code of the United Kingdom is GB.' : ''} Countries served: ${servedList}. Ask the buyer for an address in one of them, and call again.`
    case 'order_not_found':
      return 'This account has no order with that code. Check it letter by letter; list_my_orders has the codes of recent orders, and track_order finds the order of someone else by its code and email.'
    case 'model_not_managed':
      return "That gs:// address is not a model of this service. Send the model_url that get_generation returned, or an https link to the model's file."
    case 'model_foreign':
      return 'This account has no stored model with that address. Send the model_url exactly as get_generation returned it.'
    case 'model_unreadable':
      return 'The stored model could not be read just now. Call again in a minute; if it keeps failing, generate or upload it again.'
    case 'file_empty':
    case 'file_missing':
      return 'The link returned an empty file. Check that it leads to the model itself, then call again.'
    case 'file_too_large':
      return `The file is larger than ${maxModelText}. Simplify the model and call again.`
    case 'mesh_unreadable':
      return `No printable model could be read from that file. ${quoteInside(failure.reason)}`
    case 'nothing_prints':
      return `This model cannot be printed. ${quoteInside(failure.reason)}`
    case 'model_too_large':
      return tooLarge(failure)
    case 'measuring_unavailable':
      if (failure.by === 'time') return usedUpTime(failure.retryAfterSeconds)
      return `The service is too busy to measure this file right now. Nothing was charged; call again in ${failure.retryAfterSeconds} seconds.`
    case 'storage_failed':
      return 'The file could not be stored. Nothing was charged; call again.'
    case 'api_key_required':
    case 'session_required':
      return accountDeleted
    case 'spending_limit_reached':
      return limitSentence(failure)
    case 'order_not_written':
      return failure.isTransient
        ? 'The order could not be saved just now. Nothing was charged and the quote is still unused; call create_print_order again in a few seconds.'
        : 'Something broke on our side, and the order was not placed. Nothing was charged and the quote is still unused. It was logged; call create_print_order again later, and if it fails again tell the buyer.'
    case 'order_unconfirmed':
      return 'Whether the order was placed is not known yet. Do not call create_print_order again; check list_my_orders in a minute.'
    case 'total_below_minimum':
      return `The total is below the ${formatDollars(minimumTotalCents)} minimum that a card can be charged. Raise the quantity.`
    case 'quote_hand_in_empty':
      return `No file has arrived at ${failure.url} yet. Ask the buyer to open it and hand the file in, then call again with the same model_url.`
    case 'quote_size_invalid':
      return `The #sizeMm= at the end of model_url must be ${sizeRangeText}. Correct it, or leave it out, and call again.`
    case 'units_unknown':
      return addressUnitsUnknown
    case 'order_material_unknown':
    case 'order_quality_unknown':
    case 'field_unknown':
    case 'field_repeated':
    case 'field_aliases_differ':
    case 'field_sent_as_file':
    case 'field_sent_as_text':
    case 'dry_run_invalid':
    case 'max_total_invalid':
    case 'above_max_total':
      return 'The request could not be read. Check the arguments against the description of this tool and call again.'
    default:
      return unreachable(failure)
  }
}

/** No tool has an argument for the unit. Only a link can state it. */
export const addressUnitsUnknown = `The #units= at the end of model_url is none of ${lengthUnitsText}. Correct it, or leave it out, and call again.`

function hostRefusal(hosts: readonly string[], redirectsTo: string | null): string {
  return hosts.length === 0
    ? 'The operator allows no hosts, so links cannot be quoted. Send a gs:// model_url from get_generation, or hand the file in.'
    : `${redirectsTo === null ? '' : `The link redirects to ${quoteForeign(redirectsTo)}, which is not an allowed host. `}Models are fetched only from these hosts: ${hosts.join(', ')}. Put the file on one of them, without a redirect to another, and call again; a gs:// model_url from get_generation works as well.`
}

function limitSentence(failure: Extract<ToolFailure, { kind: 'spending_limit_reached' }>): string {
  const { limitCents, leftCents, totalCents, resetsAt } = failure
  const whose = failure.scope === 'api_key' ? 'API key' : 'account'
  return `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(leftCents)} of the ${whose}'s daily spending limit of ${formatDollars(limitCents)} is left today. Nothing was charged, no order was placed, and the quote is still unused. Do not retry with smaller orders: tell the buyer, who can raise the limit on the account page; a new day starts at ${resetsAt.toISOString()}.`
}

type CountryDiffers = Extract<QuoteFailure, { kind: 'quote_country_differs' }>

/** Warns the buyer before a new quote is made. */
function countryRefusal({ quoted, asked, askedPrice }: CountryDiffers): string {
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

function tooLarge(failure: Extract<ToolFailure, { kind: 'model_too_large' }>): string {
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
