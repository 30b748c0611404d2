// Infill levels in words. The number is under Advanced.
import { defaultPrintOptions } from '../../../domain/catalog/options.ts'

export const infillPresets = [
  { name: 'Light', words: 'Decoration and models', infill: 15 },
  { name: 'Standard', words: 'Good for most parts', infill: defaultPrintOptions.infill },
  { name: 'Strong', words: 'For loads, screws and gears', infill: 50 },
] as const
