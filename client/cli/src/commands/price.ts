// svc price: an estimate from a bounding box, which needs no key and sends only the size, or the price of an order of a
// stored model.
import { basename } from 'node:path'
import type { Command, CommandResult, Context } from '../command/command.ts'
import { type Box, measureBox, readBox } from '../models/box.ts'
import { checkMeshFile, isAddress } from '../models/model-source.ts'
import { formatOption, refuseFormat, withModelFile } from '../models/standard-input.ts'
import { readUnits } from '../models/units.ts'
import { dollars } from '../orders/priced-part.ts'
import { printOptions, readPrintOptions } from '../orders/print-options.ts'
import { servedCountry } from '../orders/served-country.ts'
import { requireKey } from '../service/session.ts'
import { usageError } from '../terminal/exit-codes.ts'
import { readCountry } from './quote.ts'

/** Options that affect the price of a stored model, but not an estimate. */
const modelOptions = ['infill', 'layer-height', 'nozzle', 'flow', 'country'] as const

/**
 * Color with which an order without one is stored and billed (contract.md 2.2). Without it, the estimate would use a
 * lower rate.
 */
const noColor = 'Default'

export const priceCommand: Command = {
  name: 'price',
  summary: 'Estimate a price from the size of a part, or price a stored model.',
  words: 'FILE|SIZE|gs://...',
  maxWords: 1,
  options: [...printOptions, formatOption],
  notes: [
    'SIZE is the bounding box in mm, such as 40x30x20. FILE is an .stl, .obj, .3mf, .glb or .gltf, or - for standard input: its box is',
    'measured on this machine. The estimate needs no key and sends no file; it knows the size alone, has the postage within the US, and',
    'may be asked for without limit. With the gs:// address of a stored model and a key the price is what an order by volume of the API',
    'would be charged now, also without a limit by the hour; only it depends on --infill, --layer-height, --nozzle, --flow and --country.',
    'svc quote prices the part itself, by a slice, and holds the price.',
    '',
    'Example: svc price 40x30x20 --material petg --color Black',
  ],
  run: async (context) => {
    const { args, terminal } = context
    const [word] = args.words
    if (word === undefined) {
      throw usageError('Which size? Add it in mm, or a file: svc price 40x30x20')
    }
    const size = readBox(word)
    if (size !== null || isAddress(word)) refuseFormat(args)
    if (word.startsWith('gs://')) return priceStored(context, word)
    const misplaced = modelOptions.filter(args.has)
    if (misplaced.length > 0) {
      throw usageError(
        `--${misplaced.join(' and --')} changes no estimate: give the gs:// address of a stored model, or use svc quote.`,
      )
    }
    if (size !== null && args.has('units')) {
      throw usageError('--units is for files; a size is in mm.')
    }
    const read = async (path: string): Promise<readonly [Box, string]> => {
      await checkMeshFile(path, ['.stl', '.obj', '.3mf', '.glb', '.gltf'])
      return [await measureBox(path, args), `${basename(path)}  `]
    }
    const [box, name] = size === null ? await withModelFile(context, word, read) : [size, '']
    const { material, quality, quantity, color } = readPrintOptions(args)
    const { client } = await context.session()
    const [x, y, z] = box
    const estimate = await client.price({
      bboxMm: { x, y, z },
      material,
      quality,
      quantity,
      color: color ?? noColor,
    })
    return {
      json: { dimensionsMm: box, ...estimate },
      lines: [
        `${terminal.bold(name)}${box.map((mm) => Math.round(mm * 10) / 10).join(' x ')} mm`,
        `  ${quantity} x ${material}, ${quality}, ${color ?? 'no color named'}, about ${estimate.grams} g`,
        row('print', estimate.subtotal),
        row('postage', estimate.shipping, '  within the US'),
        terminal.bold(row('total', estimate.total)),
        'An estimate by the size alone. svc quote gives a price that is held.',
      ],
    }
  },
}

const row = (label: string, amount: number, after = '') =>
  `  ${label.padEnd(7)}  ${dollars(amount).padStart(9)}${after}`

async function priceStored(context: Context, modelUrl: string): Promise<CommandResult> {
  const { args, terminal } = context
  const { material, quality, quantity, color, infill, machine } = readPrintOptions(args)
  const session = await context.session()
  requireKey(session)
  const country = servedCountry(readCountry(args.text('country')))
  const price = await session.client.priceModel({
    modelUrl,
    material,
    quality,
    quantity,
    color,
    infill,
    units: readUnits(args),
    layerHeight: machine?.layerHeight,
    nozzleDiameter: machine?.nozzle,
    nozzleFlow: machine?.flow,
    country,
  })
  const size = price.dimensionsMm?.map((mm) => Math.round(mm * 10) / 10).join(' x ')
  return {
    json: price,
    lines: [
      terminal.bold(size === undefined ? modelUrl : `${size} mm`),
      `  ${quantity} x ${material}, ${quality}, ${color ?? 'no color named'}, ${price.infill}% infill, ${price.grams} g a part`,
      row('print', price.subtotal),
      row('postage', price.shipping, `  to ${country}`),
      terminal.bold(row('total', price.total)),
      ...(price.note === undefined ? [] : [terminal.faint(`  ${price.note}`)]),
      'The charge for an order by volume now; the price is not held.',
    ],
  }
}
