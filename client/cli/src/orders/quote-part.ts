// Prices a part: with a quote, whose price the service guarantees, or by volume if machine settings are given.

import * as v from 'valibot'
import { pause } from '../../../typescript/src/shared.ts'
import type { Context } from '../command/command.ts'
import type { SentModel } from '../models/model-source.ts'
import { toolError } from '../service/agent-tools.ts'
import { CliError, exitCodes, refuse } from '../terminal/exit-codes.ts'
import type { PricedPart } from './priced-part.ts'
import type { PrintOptions } from './print-options.ts'
import { servedCountry } from './served-country.ts'

const quoteTimeoutMs = 110_000
/** Attempts after a lost response. A quote whose response was lost costs nothing. */
const maxQuoteAttempts = 3

const quoted = v.object({
  quote_id: v.string(),
  expires_at: v.string(),
  model: v.object({ file_name: v.string(), dimensions_mm: v.array(v.number()) }),
  measurement: v.object({
    source: v.string(),
    grams: v.number(),
    print_hours: v.number(),
    layers: v.nullable(v.number()),
  }),
  price: v.object({
    ships_to: v.string(),
    print: v.number(),
    shipping: v.number(),
    total: v.number(),
    billed_grams: v.number(),
    note: v.string(),
  }),
})

export type PartToPrice = {
  readonly model: SentModel
  readonly options: PrintOptions
  /** Two letters. */
  readonly country: string
}

export async function pricePart(context: Context, part: PartToPrice): Promise<PricedPart> {
  const progress = context.terminal.progress('Slicing and pricing')
  try {
    return part.options.machine === undefined
      ? await holdPrice(context, part)
      : await priceByVolume(context, part, part.options.machine)
  } finally {
    progress.end()
  }
}

async function holdPrice(
  context: Context,
  { model, options, country }: PartToPrice,
): Promise<PricedPart> {
  const { callTool, baseUrl } = await context.session()
  const { material, quality, quantity, infill, color } = options
  const args = {
    model_url: model.modelUrl,
    material,
    quality,
    quantity,
    infill,
    country,
    ...(color && { color }),
  }
  let outcome = await callTool('quote_print', args, quoteTimeoutMs)
  for (let tried = 1; tried < maxQuoteAttempts && outcome.kind === 'lost'; tried += 1) {
    await pause(500 * tried, undefined)
    outcome = await callTool('quote_print', args, quoteTimeoutMs)
  }
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(quoted, outcome.fields)
  if (!read.success) throw toVersionError(baseUrl)
  const { quote_id, expires_at, measurement, price } = read.output
  const fileName = model.dimensionsMm === null ? read.output.model.file_name : model.fileName
  await context.state.keepQuote({
    quoteId: quote_id,
    url: baseUrl,
    fileName,
    country: price.ships_to,
    total: price.total,
    expiresAt: expires_at,
  })
  return {
    quoteId: quote_id,
    expiresAt: expires_at,
    modelUrl: model.modelUrl,
    fileName,
    dimensionsMm: read.output.model.dimensions_mm,
    options,
    country: price.ships_to,
    print: price.print,
    shipping: price.shipping,
    total: price.total,
    grams: price.billed_grams,
    hours: measurement.print_hours,
    layers: measurement.layers,
    source: measurement.source,
    note: price.note,
  }
}

/**
 * Returns the price of an order by volume. The only endpoint for this that accepts an API key takes a description in words.
 * The interpretation in its response is therefore compared with the options.
 */
async function priceByVolume(
  context: Context,
  { model, options, country }: PartToPrice,
  machine: NonNullable<PrintOptions['machine']>,
): Promise<PricedPart> {
  const { client } = await context.session()
  const { data, error, response } = await client.api.POST('/api/agent/order', {
    body: {
      text: wordsOf(options, machine),
      modelUrl: model.modelUrl,
      address: { country: servedCountry(country) },
    },
  })
  if (data === undefined) throw draftRefusal(response, error)
  const { draft, quote } = data
  const [item] = draft.items
  const [line] = quote.lines
  if (item === undefined || line === undefined) throw refuse('The service priced no part.')
  if (line.refusal !== undefined || line.printCents === null) {
    throw refuse(line.refusal ?? 'The part cannot be ordered.')
  }
  const wrong = differences(item, options, machine)
  if (wrong.length > 0) {
    throw refuse(
      `The farm does not print this part as asked: ${wrong.join('; ')}. Nothing was ordered.`,
    )
  }
  return {
    quoteId: null,
    expiresAt: null,
    modelUrl: model.modelUrl,
    fileName: model.fileName,
    dimensionsMm: model.dimensionsMm ?? [],
    options,
    country: draft.country,
    print: dollarsOf(line.printCents),
    shipping: dollarsOf(quote.shippingCents),
    total: dollarsOf(quote.totalCents),
    grams: line.grams ?? 0,
    hours: line.printHours ?? 0,
    layers: null,
    source: 'volume',
    note: '',
  }
}

const wordsOf = (
  { quantity, material, color, quality, infill }: PrintOptions,
  { layerHeight, nozzle, flow }: NonNullable<PrintOptions['machine']>,
): string =>
  [
    `quantity ${quantity}, ${material}, ${quality === 'premium' ? 'premium' : 'standard quality'}`,
    ...(color === undefined ? [] : [`color ${color}`]),
    `infill ${infill}%, layer height ${decimal(layerHeight)} mm, nozzle ${decimal(nozzle)}, ${flow} flow`,
  ].join(', ')

/** Formats a number with a decimal point, which the service uses to distinguish a height from a count. */
const decimal = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value)

type DraftItem = {
  readonly material: string
  readonly quality: string
  readonly color: string
  readonly quantity: number
  readonly infill: number
  readonly layerHeight: number
  readonly nozzleDiameter: number
  readonly nozzleFlow: string
}

/** Returns differences in words: `--layer-height 0.5 becomes 0.3`. */
function differences(
  item: DraftItem,
  options: PrintOptions,
  machine: NonNullable<PrintOptions['machine']>,
): string[] {
  const pairs: readonly (readonly [string, string | number, string | number])[] = [
    ['material', options.material, item.material],
    ['quality', options.quality, item.quality],
    ['color', (options.color ?? 'Default').toLowerCase(), item.color.toLowerCase()],
    ['quantity', options.quantity, item.quantity],
    ['infill', options.infill, item.infill],
    ['layer-height', machine.layerHeight, item.layerHeight],
    ['nozzle', machine.nozzle, item.nozzleDiameter],
    ['flow', machine.flow, item.nozzleFlow],
  ]
  return pairs
    .filter(([, asked, read]) => asked !== read)
    .map(([name, asked, read]) => `--${name} ${asked} becomes ${read}`)
}

function draftRefusal({ status, headers }: Response, error: unknown): CliError {
  const said = v.safeParse(v.object({ error: v.string() }), error)
  const sentence = said.success ? said.output.error : `The service returned status ${status}.`
  const seconds = headers.get('retry-after')
  if (status === 401) return new CliError(exitCodes.credentials, sentence)
  if (status !== 429 && status < 500) return refuse(sentence)
  return new CliError(
    exitCodes.unavailable,
    `${sentence}${seconds === null ? '' : ` Try again in ${seconds} seconds.`}`,
  )
}

export const toVersionError = (baseUrl: string): CliError =>
  new CliError(
    exitCodes.unavailable,
    `The response of ${baseUrl} does not fit this version of the service.`,
  )

const dollarsOf = (cents: number): number => cents / 100
