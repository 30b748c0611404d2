// svc quote: the price of a model, valid for 24 hours.
import type { Command } from '../command/command.ts'
import { isAddress, sendModel } from '../models/model-source.ts'
import { formatOption, refuseFormat, withModelFile } from '../models/standard-input.ts'
import { pricedJson, pricedLines } from '../orders/priced-part.ts'
import { pricesHelp, printOptions, readPrintOptions } from '../orders/print-options.ts'
import { pricePart } from '../orders/quote-part.ts'
import { quoteHours } from '../service/service-limits.ts'
import { usageError } from '../terminal/exit-codes.ts'

export const quoteCommand: Command = {
  name: 'quote',
  summary: `Price a model; the price is held for ${quoteHours} hours. Nothing is charged.`,
  words: 'FILE|URL',
  maxWords: 1,
  options: [...printOptions, formatOption],
  notes: [
    'FILE is an .stl, .obj, .3mf or .glb, or - for standard input; URL is an https link on a host of the farm, or the gs:// address of a model.',
    '',
    ...pricesHelp,
    '',
    'Example: svc quote part.stl --material petg --color Black --quantity 2',
  ],
  run: async (context) => {
    const { args, terminal } = context
    const [word] = args.words
    if (word === undefined) throw usageError('Which model? Add its file: svc quote part.stl')
    const options = readPrintOptions(args)
    if (isAddress(word)) refuseFormat(args)
    const model = isAddress(word)
      ? await sendModel(context, word)
      : await withModelFile(context, word, (path) => sendModel(context, path))
    const part = await pricePart(context, {
      model,
      options,
      country: readCountry(args.text('country')),
    })
    const order =
      part.quoteId === null
        ? `svc order ${word} with the same options`
        : `svc order ${part.quoteId} --address address.json`
    return { json: pricedJson(part), lines: [...pricedLines(part, terminal), `Order it: ${order}`] }
  },
}

/** Returns the country. Defaults to the US. */
export function readCountry(text: string | undefined): string {
  const country = (text ?? 'US').trim().toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) {
    throw usageError(`"${text}" is not a country: give its two letters, such as US or DE.`)
  }
  return country
}
