// svc order: places an order for a quote or a model, after showing exactly what is charged.

import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { keyHours, maxKeyCharacters } from '../../../typescript/src/shared.ts'
import type { Command, CommandResult, Context } from '../command/command.ts'
import { checkMeshFile, isAddress, sendModel } from '../models/model-source.ts'
import { formatOption, inputWord, refuseFormat, withModelFile } from '../models/standard-input.ts'
import { readUnits } from '../models/units.ts'
import { type Address, addressLine, addressOptions, readAddress } from '../orders/address.ts'
import { type OrderKey, withOrderKey } from '../orders/order-key.ts'
import { placeByVolume } from '../orders/place-by-volume.ts'
import { placeQuote } from '../orders/place-quote.ts'
import { placedResult } from '../orders/placed-order.ts'
import {
  dollars,
  localTime,
  type PricedPart,
  pricedJson,
  pricedLines,
} from '../orders/priced-part.ts'
import {
  type PrintOptions,
  pricesHelp,
  printOptions,
  readPrintOptions,
} from '../orders/print-options.ts'
import { pricePart } from '../orders/quote-part.ts'
import { type KeptQuote, keptHours } from '../service/local-state.ts'
import { maxNoteCharacters } from '../service/service-limits.ts'
import { requireKey } from '../service/session.ts'
import { CliError, exitCodes, usageError } from '../terminal/exit-codes.ts'
import type { OptionSpec } from '../terminal/options.ts'
import { readCountry } from './quote.ts'

const orderOptions: readonly OptionSpec[] = [
  { name: 'yes', description: 'Do not ask before the card is charged.' },
  {
    name: 'dry-run',
    description:
      'Show what would be charged, and order nothing. A FILE is uploaded and quoted for it, which uses one upload and one quote of the hour.',
  },
  {
    name: 'idempotency-key',
    value: 'KEY',
    description: `A text of yours for this order, 1 to ${maxKeyCharacters} characters: a command that is repeated with it does not order again, on this machine and for ${keptHours} hours (${keyHours} with --layer-height, --nozzle or --flow).`,
  },
  {
    name: 'note',
    value: 'TEXT',
    description: `For the farm, up to ${maxNoteCharacters} characters.`,
  },
]

export const orderCommand: Command = {
  name: 'order',
  summary: 'Order a quote or a model; the saved card is charged after you confirm the total.',
  words: 'QUOTE|FILE|URL',
  maxWords: 1,
  options: [...addressOptions, ...orderOptions, ...printOptions, formatOption],
  notes: [
    'QUOTE is the quote_... of svc quote, with its options and price. A FILE (- for standard input, with --yes or --dry-run) or URL is quoted first, with the options here.',
    'A quote becomes at most one order: repeating svc order QUOTE shows the existing order and charges nothing.',
    '',
    ...pricesHelp,
    '',
    'Example: svc order part.stl --color Black --address address.json --dry-run',
  ],
  run: async (context) => {
    const { args } = context
    const [word] = args.words
    if (word === undefined) {
      throw usageError(
        'Nothing to order. Add a quote or a file: svc order part.stl --address address.json',
      )
    }
    if (args.has('yes') && args.has('dry-run')) {
      throw usageError('--dry-run and --yes cannot be combined.')
    }
    if (word === inputWord && !args.has('yes') && !args.has('dry-run')) {
      throw usageError(
        'A model on standard input needs --yes or --dry-run: the question about the total reads standard input.',
      )
    }
    if (word.startsWith('quote_') || isAddress(word)) refuseFormat(args)
    const key = args.text('idempotency-key')
    if (key !== undefined && key.length > maxKeyCharacters) {
      throw usageError(`--idempotency-key takes at most ${maxKeyCharacters} characters.`)
    }
    const address = await readAddress(args)
    requireKey(await context.session())
    if (word.startsWith('quote_')) return orderQuoted(context, word, address)
    return isAddress(word)
      ? orderModel(context, word, address)
      : withModelFile(context, word, (path) => orderModel(context, path, address))
  },
}

async function orderQuoted(
  context: Context,
  quoteId: string,
  address: Address,
): Promise<CommandResult> {
  const { args, state } = context
  const options = [
    ...printOptions.filter(({ name }) => name !== 'country'),
    { name: 'idempotency-key' },
  ].filter(({ name }) => args.has(name))
  if (options.length > 0) {
    throw usageError(
      `--${options.map(({ name }) => name).join(' and --')} cannot be given with a quote, which fixes its options and is itself the key of its order.`,
    )
  }
  const { baseUrl } = await context.session()
  const quote = await state.readQuote(quoteId)
  const kept = quote?.url === baseUrl ? quote : null
  const country = readCountry(address.country ?? kept?.country)
  if (kept !== null && country !== kept.country) {
    throw usageError(
      `The quote is for ${kept.country} and the address is in ${country}. Quote it for ${country}: svc quote FILE --country ${country}`,
    )
  }
  return confirmAndPlace(context, { quoteId, kept, address, country })
}

type OfQuote = {
  readonly quoteId: string
  readonly kept: KeptQuote | null
  readonly address: Address
  readonly country: string
}

async function confirmAndPlace(
  context: Context,
  { quoteId, kept, address, country }: OfQuote,
): Promise<CommandResult> {
  const { args, terminal } = context
  const to = addressLine(address, country)
  const total = kept === null ? 'the total that was quoted' : dollars(kept.total)
  if (args.has('dry-run')) {
    return {
      json: {
        dryRun: true,
        wouldCharge: kept?.total ?? null,
        currency: 'USD',
        quoteId,
        expiresAt: kept?.expiresAt ?? null,
        shipTo: to,
      },
      lines: [
        `${kept?.fileName ?? quoteId} to ${to}`,
        `Would charge ${total}${kept === null ? '' : `, until ${localTime(kept.expiresAt)}`}. Nothing was ordered or charged.`,
      ],
    }
  }
  if (kept === null && !args.has('yes')) {
    throw usageError(
      `${quoteId} was not made on this machine, so its total cannot be shown. Quote the file here, or add --yes to pay what was quoted.`,
    )
  }
  await askBefore(context, { total, to, again: `svc order ${quoteId}` })
  const placed = await placeQuote(context, { quoteId, address, country, note: args.text('note') })
  return placedResult(placed, { quoteId, idempotencyKey: null }, terminal)
}

async function orderModel(
  context: Context,
  word: string,
  address: Address,
): Promise<CommandResult> {
  const { args } = context
  const options = readPrintOptions(args)
  const country = readCountry(address.country)
  if (!isAddress(word)) await checkMeshFile(word)
  const fingerprint = await fingerprintOf(word, {
    options,
    units: readUnits(args),
    country,
    address,
    note: args.text('note'),
  })
  return withOrderKey(context, fingerprint, async (key) => {
    const { earlierQuoteId } = key
    if (earlierQuoteId === null) return quoteAndPlace(context, word, { address, options, key })
    const kept = await context.state.readQuote(earlierQuoteId)
    return key.place(earlierQuoteId, () =>
      confirmAndPlace(context, { quoteId: earlierQuoteId, kept, address, country }),
    )
  })
}

type NewOrder = {
  readonly address: Address
  readonly options: PrintOptions
  readonly key: OrderKey
}

async function quoteAndPlace(
  context: Context,
  word: string,
  { address, options, key }: NewOrder,
): Promise<CommandResult> {
  const { args, terminal } = context
  const country = readCountry(address.country)
  const model = await sendModel(context, word)
  const part = await pricePart(context, { model, options, country })
  const to = addressLine(address, country)
  if (args.has('dry-run')) return dryRun(part, to, context)
  for (const line of [...pricedLines(part, terminal), `to ${to}`]) terminal.note(line)
  const again = part.quoteId === null ? 'the same command' : `svc order ${part.quoteId}`
  await askBefore(context, { total: dollars(part.total), to: country, again })
  const note = args.text('note')
  const { quoteId } = part
  const givenKey = args.text('idempotency-key')
  if (quoteId === null) {
    const idempotencyKey = givenKey ?? randomUUID()
    const order = { part, address, note, idempotencyKey }
    const placed = await key.place(null, () => placeByVolume(context, order))
    return placedResult(placed, { quoteId, idempotencyKey }, terminal)
  }
  const order = { quoteId, address, country, note }
  const placed = await key.place(quoteId, () => placeQuote(context, order))
  return placedResult(placed, { quoteId, idempotencyKey: givenKey ?? null }, terminal)
}

async function fingerprintOf(word: string, rest: object): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(rest))
  return hash.update(isAddress(word) ? word : await readFile(word)).digest('hex')
}

function dryRun(part: PricedPart, to: string, { terminal }: Context): CommandResult {
  const held =
    part.quoteId === null
      ? ''
      : ` Order it at this price: svc order ${part.quoteId} with the same address.`
  return {
    json: {
      dryRun: true,
      wouldCharge: part.total,
      currency: 'USD',
      shipTo: to,
      ...pricedJson(part),
    },
    lines: [
      ...pricedLines(part, terminal),
      `to ${to}`,
      `Would charge ${dollars(part.total)}. Nothing was ordered or charged.${held}`,
    ],
  }
}

type Question = {
  readonly total: string
  /** Country or complete address. */
  readonly to: string
  /** Command for ordering later. */
  readonly again: string
}

async function askBefore(
  { args, terminal, interruption }: Context,
  { total, to, again }: Question,
): Promise<void> {
  if (args.has('yes')) return
  interruption.hint = `To order later: ${again}`
  if (!terminal.isInteractive) {
    throw usageError(
      `Nothing was ordered: there is no terminal to confirm ${total} on. To order without a question, add --yes to ${again}.`,
    )
  }
  if (await terminal.confirm(`Charge ${total} to the saved card and ship to ${to}?`)) return
  throw new CliError(
    exitCodes.cancelled,
    `Nothing was ordered or charged. To order later: ${again}`,
  )
}
