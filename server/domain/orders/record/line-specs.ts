// The printed properties of a basket or order line other than material, color, quality and quantity. Shared by pages
// and emails.
import { defaultPrintOptions, slicedFileInfill } from '../../catalog/options.ts'
import { type LengthUnit, unitWord } from '../../models/format.ts'
import type { PartSize } from '../../models/report.ts'
import { sizesText } from '../../models/size-text.ts'
import type { NewLine } from './order-lines.ts'

export type SpecifiedLine = {
  readonly options: Pick<
    NewLine['options'],
    'infill' | 'layerHeight' | 'nozzleDiameter' | 'nozzleFlow' | 'units'
  >
  readonly file: Pick<NewLine['file'], 'format'>
  /** null if unknown, and for a sliced file. */
  readonly size?: PartSize | null | undefined
}

/** A property of a line, without its words. */
export type LineSpec =
  | { readonly kind: 'as_sliced' | 'high_flow' }
  | { readonly kind: 'size'; readonly mm: readonly number[] }
  | { readonly kind: 'units'; readonly units: Exclude<LengthUnit, 'mm'> }
  | { readonly kind: 'infill'; readonly percent: number }
  | { readonly kind: 'layers' | 'nozzle'; readonly mm: number }

/**
 * Returns properties such as ["80.0 × 40.0 × 12.0 mm", "read in cm", "20% infill", "0.2 mm layers"]. States the unit
 * if the buyer chose one other than mm, and the nozzle if it is not the default. For a sliced file, the slicer's
 * settings apply.
 */
export const lineSpecs = (line: SpecifiedLine): readonly string[] =>
  specsOfLine(line).map(englishSpec)

function englishSpec(spec: LineSpec): string {
  switch (spec.kind) {
    case 'as_sliced':
      return 'printed as sliced'
    case 'size':
      return sizesText(spec.mm)
    case 'units':
      return `read in ${unitWord(spec.units)}`
    case 'infill':
      return `${spec.percent}% infill`
    case 'layers':
      return `${spec.mm} mm layers`
    case 'nozzle':
      return `${spec.mm} mm nozzle`
    case 'high_flow':
      return 'high flow'
  }
}

/** Returns the properties that `lineSpecs` puts into words. */
export function specsOfLine({ options, file, size = null }: SpecifiedLine): readonly LineSpec[] {
  if (isSliced({ options, file, size })) return [{ kind: 'as_sliced' }]
  const { infill, layerHeight, nozzleDiameter, nozzleFlow, units } = options
  const { nozzleDiameter: usual } = defaultPrintOptions
  return [
    ...(size === null ? [] : [{ kind: 'size', mm: size.dimensionsMm } as const]),
    ...(units === null || units === 'mm' ? [] : [{ kind: 'units', units } as const]),
    { kind: 'infill', percent: infill },
    { kind: 'layers', mm: layerHeight },
    ...(nozzleDiameter === usual ? [] : [{ kind: 'nozzle', mm: nozzleDiameter } as const]),
    ...(nozzleFlow === 'high' ? [{ kind: 'high_flow' } as const] : []),
  ]
}

/**
 * Whether the line is a sliced file. A sliced 3MF is recognized by its recorded infill; a mesh with full infill also
 * has a size.
 */
const isSliced = ({ options, file, size }: SpecifiedLine): boolean =>
  file.format === 'gcode' ||
  (file.format === '3mf' && (size ?? null) === null && options.infill === slicedFileInfill)
