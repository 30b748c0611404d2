// The closed lists of words that requests and responses share, each listed once in the document.

import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import { materialNames, qualityNames } from '../../domain/catalog/materials.ts'
import { nozzleDiametersMm, nozzleFlows } from '../../domain/catalog/options.ts'
import {
  engineNames,
  generationModes,
  hollowings,
  inputModes,
  meshQualities,
  outputFormats,
  smoothings,
  textureResolutions,
  topologies,
} from '../../domain/generation/engine/engine.ts'
import { maxImageText } from '../../domain/generation/request/request.ts'
import { lengthUnits } from '../../domain/models/format.ts'
import { orderStatusLabels } from '../../domain/orders/status.ts'
import { named, says, word } from './schemas.ts'

/** `exact` refuses any other word and is typed; `sent` accepts any text, for fields that the domain reads leniently. */
const words = <const W extends readonly string[]>(name: string, list: W, description: string) => ({
  exact: (about: string) => says(named(name, v.picklist(list), description), about),
  sent: (about: string) => says(named(name, word(list, description), description), about),
})

export const material = words('Material', materialNames, 'A material.')
export const quality = words('Quality', qualityNames, 'How fine a part is printed.')
export const nozzleFlow = words('NozzleFlow', nozzleFlows, 'The flow of the nozzle.')
export const country = words('Country', servedCountries, 'A country that is shipped to.')
export const lengthUnit = words('LengthUnit', lengthUnits, 'What a number of a model means.')
export const orderStatus = words(
  'OrderStatus',
  keysOf(orderStatusLabels),
  'The status of an order, for programs.',
)
/** What the file of a picture may be. */
export const pictureText = `PNG, JPEG or WebP, at most ${maxImageText}.`
export const currency = says(
  named('Currency', v.literal('USD'), 'The currency of every amount.'),
  'Always USD.',
)

export const generationMode = words('GenerationMode', generationModes, 'A draft or a fine model.')
export const inputMode = words('InputMode', inputModes, 'What a generation is made from.')
export const meshQuality = words('MeshQuality', meshQualities, 'How many triangles a model has.')
export const topology = words('Topology', topologies, 'The faces of a model.')
export const smoothing = words('Smoothing', smoothings, 'How much a surface is smoothed.')
export const hollowing = words('Hollowing', hollowings, 'Whether a model is solid.')
export const textureResolution = words(
  'TextureResolution',
  textureResolutions,
  'The size of a texture.',
)
export const engine = words('Engine', ['auto', ...engineNames], 'What makes the model.')
export const outputFormat = words('OutputFormat', outputFormats, 'A format of generated models.')

/** mm */
export const nozzleDiameter = (about: string) =>
  says(
    named(
      'NozzleDiameter',
      v.picklist(nozzleDiametersMm),
      `The diameter of a nozzle in mm: ${nozzleDiametersMm.join(', ')}.`,
    ),
    about,
  )
/** The unit of a model's numbers, where a caller may name it. */
export const units = (about: string) => v.optional(lengthUnit.exact(about))
