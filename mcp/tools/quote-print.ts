// quote_print: a firm price for one model, valid for 24 hours.

import * as v from 'valibot'
import { quoteForeign } from '../../server/domain/base/text/text.ts'
import { stockColorSentence } from '../../server/domain/catalog/color-words.ts'
import {
  domesticCountry,
  isServedCountry,
  type ServedCountry,
  transitText,
} from '../../server/domain/catalog/countries.ts'
import {
  defaultPrintOptions,
  infillRange,
  noColor,
  quantityRange,
  slicedFileInfill,
} from '../../server/domain/catalog/options.ts'
import { orderedTodayText } from '../../server/domain/lead-time/day-texts.ts'
import { agentToolAllowances, limits } from '../../server/domain/limits/table.ts'
import { chatPicture } from '../../server/domain/measurement/chat-picture.ts'
import { supportDecisions } from '../../server/domain/measurement/processing.ts'
import { aboutGrams, supportsGrams } from '../../server/domain/measurement/supports-text.ts'
import { lengthUnitsText, unitWord } from '../../server/domain/models/format.ts'
import { maxModelText } from '../../server/domain/models/size-limit.ts'
import { contactPath } from '../../server/domain/orders/record/page-urls.ts'
import { customColorNote, customColorRates } from '../../server/domain/pricing/custom-color.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { priceWord } from '../../server/domain/pricing/price-words.ts'
import {
  type MadeQuote,
  measurementSources,
  type NewQuote,
  quoteHours,
} from '../../server/domain/quotes/quote.ts'
import { quotePicture } from '../../server/domain/quotes/quote-picture.ts'
import { quotePrint as quote } from '../../server/domain/quotes/quote-print.ts'
import { quoteShipDate } from '../../server/domain/quotes/quote-ship-date.ts'
import { addsEachTime } from '../annotations.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import {
  colorText,
  countryPattern,
  currency,
  integer,
  materialArgument,
  materialWord,
  number,
  orNull,
  qualityArgument,
  qualityWord,
  sanelyShort,
  text,
  timeouts,
  wholeNumber,
} from './fields.ts'
import { fileNameField, fileNameNote } from './foreign-text.ts'
import { handInForQuote } from './hand-in.ts'
import { refusal } from './refusal.ts'
import { unitQuestion } from './unit-question.ts'

const output = v.object({
  quote_id: text('For create_print_order, once.'),
  expires_at: text(`${quoteHours} hours after the quote was made, ISO 8601.`),
  model: v.object({
    file_name: text(fileNameNote),
    dimensions_mm: v.pipe(v.array(v.number()), v.length(3), v.description('Width, depth, height.')),
    volume_cm3: orNull(v.number(), 'Enclosed volume; null for a sliced file.'),
  }),
  measurement: v.object({
    source: v.pipe(
      v.picklist(measurementSources),
      v.description(
        'slicer: a real slice; geometry: estimated from the shape, billed with a margin; sliced_file: as the file states.',
      ),
    ),
    grams: number('Filament of one part, before margin and rounding.'),
    print_hours: number('Machine hours of one part.'),
    layers: orNull(v.pipe(v.number(), v.integer()), 'Layers, if known.'),
    supports: orNull(
      v.object({
        decision: v.pipe(
          v.picklist(supportDecisions),
          v.description('turn: in another pose, without supports.'),
        ),
        grams: orNull(v.number(), 'Their share, estimated.'),
        print_hours: orNull(v.number(), 'Likewise.'),
      }),
      'Included above; null for a sliced file.',
    ),
  }),
  options: v.object({
    material: materialWord,
    color: text(`As ordered; ${noColor} when none was named.`),
    quality: qualityWord,
    quantity: integer('Parts.'),
    infill: integer(`Percent; ${slicedFileInfill} for a sliced file.`),
  }),
  price: v.object({
    currency,
    ships_to: text('The country that the postage and the whole quote are for.'),
    print: number('Dollars for all parts.'),
    shipping: number('Dollars of postage to ships_to.'),
    total: number('Dollars charged, postage included.'),
    billed_grams: integer('Per part, as billed.'),
    note: text('How the price came about.'),
  }),
})

type Output = v.InferOutput<typeof output>

const tooMany = `must be at most ${quantityRange.max} in one order. For more, order several quotes, each with postage of its own, or the buyer asks the farm at ${contactPath}`

export const quotePrint = defineTool({
  name: 'quote_print',
  title: 'Quote a model for printing',
  description: `Downloads a model, checks and slices it, and returns its measurement, a picture, a firm price with postage, and a quote_id for create_print_order. The quote fixes file, options, country and price for ${quoteHours} hours, works once, and only for this account.

Free: nothing is charged before create_print_order. Needs an API key. At most ${limits['agent-quote-print'].limit} an hour; takes seconds, ${timeouts.file / 1000} at most. Use estimate_price for a known weight, check_printability without a key, generate_model without a file. A refusal says what to change. After a timeout nothing is stored; call again.`,
  arguments: {
    model_url: v.pipe(
      v.string(),
      sanelyShort(2048),
      v.description(
        `Direct https link (no viewer page) to an .stl, .glb, .3mf or .gcode.3mf file of at most ${maxModelText} on an allowed host (a refusal names them), or a gs:// model_url from get_generation. STL is read in mm, GLB in m, a 3MF mesh in its own unit; #units=in (of ${lengthUnitsText}) at the end overrides it, #sizeMm=80 sets the longest side. For a local file or an .obj, send its name: the refusal says where to send it.`,
      ),
    ),
    material: materialArgument,
    color: v.pipe(
      v.optional(colorText),
      v.description(
        `Name or hex value. Stock colors of list_materials bill the material's rate; any other, or none, ${priceWord('customColorRate')} per gram.`,
      ),
    ),
    quality: qualityArgument,
    quantity: v.pipe(
      wholeNumber(quantityRange, defaultPrintOptions.quantity, tooMany),
      v.description(`Parts; discounts from ${priceWord('discountQuantities')}.`),
    ),
    infill: v.pipe(
      wholeNumber(infillRange, defaultPrintOptions.infill),
      v.description('Percent; not for sliced files.'),
    ),
    country: v.pipe(
      v.optional(countryPattern, domesticCountry),
      v.description('ISO code of two letters; list_materials has those served.'),
    ),
  },
  output,
  annotations: addsEachTime,
  cost: 'free',
  auth: 'apiKey',
  allowances: agentToolAllowances.quote_print,
  timeoutMs: timeouts.file,
  run: async ({ deps, caller, signal, wantsPictures, timeLeftMs }, args) => {
    const { model_url: modelUrl, ...options } = args
    const look = wantsPictures ? chatPicture : undefined
    const quoted = await quote(deps, caller, {
      ...options,
      color: args.color,
      modelUrl,
      look,
      signal,
    })
    if (!quoted.ok) {
      return refusal(quoted.failure, handInForQuote(deps, caller.accountId, quoted.failure))
    }
    const date = await quoteShipDate(deps, quoted.value)
    const { timeZone } = deps.farmLoad
    const fields = fieldsOf(quoted.value, {
      baseUrl: deps.baseUrl,
      shipsBy: date === null ? null : { date, timeZone },
    })
    const drawing = { signal, timeLeftMs: timeLeftMs() }
    const picture = wantsPictures ? await quotePicture(deps, quoted.value, drawing) : null
    return toolResult(sentenceOf(quoted.value, fields), fields, picture)
  },
})

const roundTo2 = (value: number) => Math.round(value * 100) / 100
const thousandths = (value: number) => Math.round(value * 1000) / 1000

/** Ship date of the quote if it is ordered today. */
type ShippingDay = { readonly date: Date; readonly timeZone: string }

type NoteParts = {
  readonly baseUrl: string
  readonly shipsBy: ShippingDay | null
}

function fieldsOf(made: MadeQuote, parts: NoteParts): Output {
  const { measurement, options, price } = made
  return {
    quote_id: made.id,
    expires_at: made.expiresAt.toISOString(),
    model: {
      file_name: fileNameField(made.file.fileName),
      dimensions_mm: measurement.dimensionsMm.map(roundTo2),
      volume_cm3: measurement.volumeCm3 === null ? null : thousandths(measurement.volumeCm3),
    },
    measurement: {
      source: measurement.source,
      grams: roundTo2(measurement.grams),
      print_hours: roundTo2(measurement.hours),
      layers: measurement.layers,
      supports: supportsFields(made),
    },
    options: {
      material: options.material,
      color: options.color,
      quality: options.quality,
      quantity: options.quantity,
      infill: options.infill,
    },
    price: {
      currency: 'USD',
      ships_to: made.country,
      print: dollarsOfCents(price.printCents),
      shipping: dollarsOfCents(price.shippingCents),
      total: dollarsOfCents(price.totalCents),
      billed_grams: price.gramsPerPart,
      note: noteOf(made, parts),
    },
  }
}

function supportsFields({ measurement: { supports }, options }: NewQuote) {
  if (supports === null) return null
  const grams = supportsGrams(supports, options.material)
  const { decision, seconds } = supports
  return {
    decision,
    grams: grams === null ? null : roundTo2(grams),
    print_hours: seconds === null ? null : roundTo2(seconds / 3600),
  }
}

function sentenceOf({ price, country, file, options, expiresAt, id }: NewQuote, fields: Output) {
  const parts = options.quantity === 1 ? 'One part' : `${options.quantity} parts`
  const come = options.quantity === 1 ? 'comes' : 'come'
  return [
    `${parts} in ${options.material}, ${options.quality} quality, ${come} to ${formatDollars(price.totalCents)}: ${formatDollars(price.printCents)} for the print (${price.gramsPerPart} g per part) and ${formatDollars(price.shippingCents)} postage to ${country}.`,
    measuredSentence(fields),
    fields.price.note,
    `The file is named ${quoteForeign(file.fileName)}.`,
    `The quote holds until ${expiresAt.toISOString()}. If the buyer agrees, call create_print_order with quote_id ${id}.`,
  ].join(' ')
}

/** States the size, so that the buyer notices a wrong unit before paying. */
function measuredSentence({ model, measurement, price }: Output): string {
  const { print_hours, layers } = measurement
  const inLayers = layers === null ? '' : ` in ${layers} layers`
  return `The part is ${model.dimensions_mm.join(' x ')} mm and takes ${print_hours} ${print_hours === 1 ? 'hour' : 'hours'} to print${inLayers}${printedText(measurement.supports, price.billed_grams)}.`
}

/** States supports and reorientation, if the print differs from the file (decisions.md 46). */
function printedText(supports: Output['measurement']['supports'], billedGrams: number): string {
  switch (supports?.decision) {
    case 'supports':
      return supports.grams === null
        ? ', with supports'
        : `, with supports: ${aboutGrams(supports.grams)} of the ${billedGrams} g`
    case 'turn':
      return ', turned, so that it needs no supports'
    default:
      return ''
  }
}

const shippingNote = (country: ServedCountry, shipsBy: ShippingDay | null): string =>
  `Transit takes about ${transitText(country)} after shipping${
    shipsBy === null
      ? '; get_lead_time has the days until then.'
      : `. ${orderedTodayText(shipsBy.date, country, shipsBy.timeZone)}`
  }`

function noteOf(made: MadeQuote, { baseUrl, shipsBy }: NoteParts): string {
  const { country, options, measurement } = made
  return [
    `The total includes postage to ${country} and holds only for that country.`,
    ...parcelNote(made, baseUrl),
    ...(isServedCountry(country) ? [shippingNote(country, shipsBy)] : []),
    ...colorNote(options),
    ...layerNote(made),
    ...measurement.warnings,
    ...unitNote(made),
    sourceNote(measurement),
  ].join(' ')
}

/** Each quote is a separate parcel, so buyers of several parts should know where postage is paid once. */
function parcelNote({ price }: NewQuote, baseUrl: string): string[] {
  return price.shippingCents === 0
    ? []
    : [
        `Every quote is a parcel with postage of its own; the basket at ${baseUrl}/basket sends several parts in one.`,
      ]
}

/** A price without a stock color says so (decisions.md 4). */
function colorNote({ color, material }: NewQuote['options']): string[] {
  const rates = customColorRates(material, color)
  if (rates === null) return []
  const inStock = stockColorSentence(color)
  return [
    customColorNote(color, rates, quoteForeign(color)),
    ...(inStock === null ? [] : [inStock]),
  ]
}

/** States what premium changes in addition to the price (decisions.md 47). A sliced file fixes its layers. */
function layerNote({ options: { quality, layerHeight }, measurement }: NewQuote): string[] {
  return quality === 'premium' && measurement.source !== 'sliced_file'
    ? [`Premium prints ${layerHeight} mm layers.`]
    : []
}

function unitNote({
  file,
  options,
  isSizeStated,
  measurement: { unit, dimensionsMm },
}: MadeQuote): string[] {
  if (unit === null) return []
  // A 3MF file states its unit.
  const isStated = options.units !== null || isSizeStated || file.format === '3mf'
  const unitSource = isStated ? 'override' : 'default'
  const why = options.units === null ? '' : ', as the address or the upload says'
  return [
    `Its numbers were read in ${unitWord(unit)}${why}.`,
    ...unitQuestion({ unit, dimensionsMm, unitSource }),
  ]
}

function sourceNote({ source, marginPercent }: NewQuote['measurement']): string {
  switch (source) {
    case 'slicer':
      return 'Weight and time come from a real slice.'
    case 'sliced_file':
      return 'Weight and time are as stated in the sliced file. Its dimensions cover all its toolpaths, including a purge line.'
    case 'geometry':
      return `${roundTo2(marginPercent ?? 0)}% is added to the estimated weight, so that a real slice would not cost more.`
  }
}
