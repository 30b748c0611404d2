// Infill levels in words. The number is under Advanced.
import { defaultPrintOptions } from '../../../domain/catalog/options.ts'

export const infillPresets = [
  { name: 'preset.light', hint: 'preset.lightHint', infill: 15 },
  { name: 'quality.standard', hint: 'preset.standardHint', infill: defaultPrintOptions.infill },
  { name: 'preset.strong', hint: 'preset.strongHint', infill: 50 },
] as const
