// What a form of the website has chosen when it is opened.
import type { StockColor } from '../../domain/catalog/colors.ts'
import { defaultPrintOptions } from '../../domain/catalog/options.ts'
import type { ChosenOptions } from './options.tsx'

/** In stock, because an order without a color bills the custom rate. */
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
