// Closed lists of words that requests and responses share. The document lists each one once.

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
import { fileUnits, lengthUnits } from '../../domain/models/format.ts'
import { orderStatusLabels } from '../../domain/orders/record/status.ts'
import { named, says, word } from './schemas.ts'

/**
 * `exact` is typed and refuses any other word. `sent` accepts any text, for fields that the domain reads leniently.
 */
const words = <const W extends readonly string[]>(name: string, list: W, description: string) => ({
  exact: (about: string) => says(named(name, v.picklist(list), description), about),
  sent: (about: string) => says(named(name, word(list, description), description), about),
})

export const material = words('Material', materialNames, 'A material.')
/** The material of an order's part. */
export const orderedMaterial = material.exact('The material that was ordered.')
export const quality = words('Quality', qualityNames, 'How fine a part is printed.')
export const nozzleFlow = words('NozzleFlow', nozzleFlows, 'The flow of the nozzle.')
export const country = words('Country', servedCountries, 'A country that the farm ships to.')
export const lengthUnit = words('LengthUnit', lengthUnits, 'Unit of the numbers of a model.')
export const fileUnit = words('FileUnit', fileUnits, 'Unit that a file was read in.')
export const orderStatus = words(
  'OrderStatus',
  keysOf(orderStatusLabels),
  'The status of an order, for programs.',
)
/** Accepted picture formats. */
export const pictureText = `PNG, JPEG or WebP, at most ${maxImageText}.`
export const currency = says(
  named('Currency', v.literal('USD'), 'The currency of every amount.'),
  'Always USD.',
)

export const generationMode = words('GenerationMode', generationModes, 'A draft or a fine model.')
export const inputMode = words('InputMode', inputModes, 'Input of a generation.')
export const meshQuality = words('MeshQuality', meshQualities, 'How many triangles a model has.')
export const topology = words('Topology', topologies, 'The faces of a model.')
export const smoothing = words('Smoothing', smoothings, 'How much a surface is smoothed.')
export const hollowing = words('Hollowing', hollowings, 'Whether a model is solid.')
export const textureResolution = words(
  'TextureResolution',
  textureResolutions,
  'The size of a texture.',
)
export const engine = words('Engine', ['auto', ...engineNames], 'The engine that makes the model.')
export const outputFormat = words('OutputFormat', outputFormats, 'A format of generated models.')

/** Nozzle diameter in millimeters. */
export const nozzleDiameter = (about: string) =>
  says(
    named(
      'NozzleDiameter',
      v.picklist(nozzleDiametersMm),
      `The diameter of a nozzle in mm: ${nozzleDiametersMm.join(', ')}.`,
    ),
    about,
  )
/** Unit of a model's coordinates, for requests that may name it. */
export const units = (about: string) => v.optional(lengthUnit.exact(about))
