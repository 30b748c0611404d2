// svc price: an estimate from a bounding box. It needs no key, and nothing but the size is sent.
import { basename } from 'node:path'
import type { Command } from '../command/command.ts'
import { type Box, measureBox, readBox } from '../models/box.ts'
import { checkMeshFile } from '../models/model-source.ts'
import { formatOption, withModelFile } from '../models/standard-input.ts'
import { dollars } from '../orders/priced-part.ts'
import { printOptions, readPrintOptions } from '../orders/print-options.ts'
import { usageError } from '../terminal/exit-codes.ts'

/** What an estimate depends on. */
const optionNames: readonly string[] = ['material', 'color', 'quality', 'quantity', 'units']

/** What an order without a color is stored and billed with (contract.md 2.2); without a word the estimate would take a lower rate. */
const noColor = 'Default'

export const priceCommand: Command = {
  name: 'price',
  summary: 'Estimate a price from the size of a part. Needs no key, and sends no file.',
  words: 'FILE|SIZE',
  maxWords: 1,
  options: [...printOptions.filter(({ name }) => optionNames.includes(name)), formatOption],
  notes: [
    'SIZE is the bounding box in mm, such as 40x30x20. FILE is an .stl, .obj, .3mf, .glb or .gltf, or - for standard input: its box is',
    'measured on this machine. The estimate knows the size alone, has the postage within the US, and may be asked for without limit.',
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
    const row = (label: string, amount: number, after = '') =>
      `  ${label.padEnd(7)}  ${dollars(amount).padStart(9)}${after}`
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
