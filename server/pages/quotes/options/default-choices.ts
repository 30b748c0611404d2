// Initial choices of a form on the website.
import type { StockColor } from '../../../domain/catalog/colors.ts'
import { defaultPrintOptions } from '../../../domain/catalog/options.ts'
import type { ChosenOptions } from './options.tsx'

/** A stock color, because an order without a color is billed at the custom rate. */
const defaultColor: StockColor = 'Silver'

export const defaultChoices: ChosenOptions = {
  material: defaultPrintOptions.material,
  quality: defaultPrintOptions.quality,
  color: defaultColor,
  customColor: '',
  infill: defaultPrintOptions.infill,
  layerHeight: null,
  nozzleDiameter: defaultPrintOptions.nozzleDiameter,
  quantity: defaultPrintOptions.quantity,
}
