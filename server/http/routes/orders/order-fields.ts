// Form of POST /api/print/orders, field by field. The domain reads the fields (domain/orders/submit/order-form.ts) and
// clamps, rounds or truncates most values instead of refusing them. The descriptions state the same rules.

import * as v from 'valibot'
import { stockColors } from '../../../domain/catalog/colors.ts'
import { premiumSentence } from '../../../domain/catalog/materials.ts'
import {
  defaultPrintOptions,
  highFlow,
  infillRange,
  layerHeightPercentRange,
  maxNoteCharacters,
  quantityRange,
  slicedFileInfill,
  spanText,
} from '../../../domain/catalog/options.ts'
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'
import { maxModelText } from '../../../domain/models/size-limit.ts'
import { maxAddressCharacters } from '../../../domain/orders/submit/order-form.ts'
import { priceWord } from '../../../domain/pricing/price-words.ts'
import { buyerTexts, referenceText } from '../../contract/buyer-json.ts'
import { says, text } from '../../contract/schemas.ts'
import {
  country,
  material,
  nozzleDiameter,
  nozzleFlow,
  quality,
  units,
} from '../../contract/words.ts'

const colorNames = Object.keys(stockColors).join(', ')
const customRate = priceWord('customColorRate')

const heightsMm = layerHeightRangeMm(defaultPrintOptions.nozzleDiameter)
const defaultHeights = `${heightsMm.min.toFixed(2)}-${heightsMm.max.toFixed(2)}`

const file = {
  file: v.optional(
    says(
      v.file(),
      `The model: .stl, .glb, .3mf, .gcode or .gcode.3mf, at most ${maxModelText}. OBJ is not accepted here. STL numbers are ` +
        'millimeters, GLB numbers are meters, a 3MF file states its unit. Either this or `modelUrl`; when both are sent, ' +
        'the file wins.',
    ),
  ),
  modelUrl: v.optional(
    text(
      '`gs://` address of a model that the service already holds for this account, instead of `file`. `/api/print-upload` ' +
        'and `/api/generate` return such addresses. An OBJ can be ordered this way.',
    ),
  ),
  units: units(
    'Unit of the numbers in the file, if it differs from the above or, for a `modelUrl`, from the unit of its upload.',
  ),
}

const printing = {
  material: v.optional(material.exact('In any letter case; anything else is refused.'), 'pla'),
  quality: v.optional(quality.exact(premiumSentence), 'standard'),
  quantity: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(quantityRange.min),
      v.maxValue(quantityRange.max),
      v.description(
        `Clamped to ${spanText(quantityRange)}: 200 becomes ${quantityRange.max}; 0 or no number becomes 1. A fraction is cut off: 2.7 becomes 2.`,
      ),
    ),
    1,
  ),
  color: v.optional(
    text(
      `A stock color by name or by the hex value of its spool, in any case of letters: ${colorNames}. Any other color, ` +
        `and an order without a color, bills ${customRate} per gram. (\`/api/price\` uses the material’s own rate if no color is sent.)`,
    ),
    'Default',
  ),
  infill: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(infillRange.min),
      v.maxValue(infillRange.max),
      v.description(
        `Percent, clamped to ${spanText(infillRange)}; a fraction is cut off. Recorded as ${slicedFileInfill} for an already-sliced file.`,
      ),
    ),
    defaultPrintOptions.infill,
  ),
  nozzleDiameter: v.optional(
    nozzleDiameter(`mm. Any other value becomes ${defaultPrintOptions.nozzleDiameter}.`),
    defaultPrintOptions.nozzleDiameter,
  ),
  nozzleFlow: v.optional(
    nozzleFlow.exact(
      `High prints ${highFlow.times / highFlow.per} times as fast. Anything else is read as standard.`,
    ),
    'standard',
  ),
  layerHeight: v.optional(
    v.pipe(
      v.number(),
      v.description(
        `mm, clamped to ${spanText(layerHeightPercentRange)}% of the nozzle: ${defaultHeights} on a ${defaultPrintOptions.nozzleDiameter} mm nozzle.`,
      ),
    ),
    defaultPrintOptions.layerHeight,
  ),
  note: v.optional(
    text(
      `A note for the farm. Cut to ${maxNoteCharacters} characters. Keeps its line ends, and no other control characters.`,
    ),
  ),
  maxTotal: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0),
      v.description(
        'Dollars, at most two decimals. An order whose total is higher, postage included, is refused: nothing is stored or charged.',
      ),
    ),
  ),
}

const dryRun = {
  dryRun: v.optional(
    says(
      v.boolean(),
      '`true` returns a preview of the order, with 200: it is checked, measured and priced like any other order, and nothing is ' +
        'stored, ordered or charged. Uses no Idempotency-Key. Any word but `true` and `false` is refused, as are an empty field and `dryRun` in ' +
        'the query.',
    ),
  ),
}

const address = {
  recipientName: text(
    'Who receives the parcel. `name` works as well. ' +
      `This and the other lines of the address have at most ${maxAddressCharacters} characters ` +
      'each, are kept on one line and without invisible characters, and count as missing when nothing visible is left.',
  ),
  street1: text('`address1` works as well.'),
  street2: v.optional(text('`address2` works as well.')),
  city: text('Not checked against a list.'),
  state: text(
    'State, province or region. Not checked against a list. Required: where addresses have none, repeat the city.',
  ),
  zip: text('Postal code, in any form. `postalCode` works as well.'),
  country: v.optional(country.exact('In any letter case; anything else is refused.'), 'US'),
  email: v.optional(
    text(
      'Recipient of the emails about the order: the confirmation, refunds, and the notice that a charge of unknown outcome was not made. ' +
        'None is sent when the order is accepted, printed or shipped. If omitted, the account’s address is used. Only one plain ' +
        'address is accepted.',
    ),
  ),
  phone: v.optional(text(`Stored as sent, at most ${maxAddressCharacters} characters.`)),
}

const reference = {
  reference: v.optional(text(referenceText)),
}

const buyer = {
  company: v.optional(text(buyerTexts.company)),
  vatId: v.optional(text(buyerTexts.vatId)),
  purchaseOrder: v.optional(text(buyerTexts.purchaseOrder)),
}

export const submitFields = v.object({
  ...file,
  ...printing,
  ...address,
  ...buyer,
  ...reference,
  ...dryRun,
})
