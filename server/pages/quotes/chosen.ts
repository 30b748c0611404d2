// Choices of a sent form, to be shown again.
import { isStockColor } from '../../domain/catalog/colors.ts'
import { readCountryOrDomestic } from '../../domain/catalog/countries.ts'
import {
  clampInfill,
  clampLayerHeight,
  clampQuantity,
  snapNozzle,
} from '../../domain/catalog/print-options.ts'
import type { FormFields } from '../../domain/models/read-units.ts'
import { defaultChoices } from './options/default-choices.ts'
import { customColorChoice } from './options/options.tsx'
import type { QuoteView } from './view.ts'

export function chosenOf(fields: FormFields): Pick<QuoteView, 'chosen' | 'country' | 'units'> {
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  const color = text('color')
  const nozzleDiameter = snapNozzle(fields.get('nozzleDiameter'))
  return {
    chosen: {
      material: text('material') || defaultChoices.material,
      quality: text('quality') || defaultChoices.quality,
      color: isStockColor(color) ? color : color === '' ? defaultChoices.color : customColorChoice,
      customColor: color === customColorChoice ? text('customColor') : '',
      infill: clampInfill(fields.get('infill')),
      layerHeight:
        text('layerHeight') === '' ? null : clampLayerHeight(text('layerHeight'), nozzleDiameter),
      nozzleDiameter,
      quantity: clampQuantity(fields.get('quantity')),
    },
    country: readCountryOrDomestic(fields.get('country')),
    units: text('units'),
  }
}
