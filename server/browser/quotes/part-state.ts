// A part on the page: its file, its own choices, and what is known about it.
import type { PrintOptions } from '../../domain/catalog/options.ts'
import type { FaultKind, FaultPlace } from '../../domain/measurement/inspection.ts'
import type { PartChanges } from '../../domain/measurement/part-changes.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import { type LengthUnit, type ModelFormat, stlName } from '../../domain/models/format.ts'
import type { Measurement } from '../../domain/models/report.ts'
import type { Inspection } from '../../pages/quotes/part.ts'
import type { QuoteRefused } from '../../pages/quotes/refusal.ts'
import type { Converted, ModelFile, Reshaped, Surface } from '../core/messages.ts'
import { problemsOf } from './fields.ts'

export type PlacesByFault = ReadonlyMap<FaultKind, readonly FaultPlace[]>

export type KnownPart = {
  readonly state: 'known'
  readonly measurement: Measurement
  /** null until the search for faults has finished, for a sliced file, and when the core gave up. */
  readonly inspection: Inspection | null
  readonly isInspecting: boolean
  /** How it is printed; null until it is estimated, for a sliced file, and when the core gave up. */
  readonly supports: PartSupports | null
  readonly places: PlacesByFault
  /** The format of the file that was chosen. */
  readonly format: ModelFormat
  /** The file that is printed, where it is not the one that was chosen: an OBJ, another size, or a changed part. */
  readonly converted: Converted | null
  /** null when no change was requested. */
  readonly reshaped: Reshaped | null
  /** Why the part has no price although it was read. */
  readonly refused: QuoteRefused | null
  readonly tookMs: number
}

export type Finding =
  | { readonly state: 'reading' }
  | KnownPart
  | { readonly state: 'refused'; readonly failure: QuoteRefused }

export type PartState = {
  readonly id: number
  readonly file: File
  units: LengthUnit | null
  /** 1 = as in the file. */
  scale: number
  changes: PartChanges
  /** The size or the wall in the form is out of range, so the requested part has no price. */
  isShapeWrong: boolean
  /** Area of the overhangs when the part was turned; null when unknown, or no longer comparable. */
  overhangBeforeMm2: number | null
  /** Why the last change was undone, as a sentence; empty when it was not. */
  changeNote: string
  /** Values of the form's fields, by name. */
  fields: ReadonlyMap<string, string>
  options: PrintOptions
  finding: Finding
  /** In the basket as it is now; a change makes it another part. */
  isAdded: boolean
  /** Increases with each change of what is ordered. */
  revision: number
  /** The surface until the viewer takes it over. */
  surface: Surface | null
  /** The measurement is of an earlier state of the choices. */
  isReading: boolean
  /** How it is printed is being estimated. */
  isEstimating: boolean
  /** Increases with each reading of the file, so that late results of an earlier one are dropped. */
  reading: number
}

/** Values of the form that are out of range, with what to do; the settings of a sliced file do not count. */
export const fieldProblems = ({ fields, finding }: PartState) =>
  problemsOf(fields, {
    isSliced: finding.state === 'known' && finding.measurement.kind === 'sliced',
  })

/** The file as the worker reads it. */
export const chosenFile = ({ id, file, units }: PartState, format: ModelFormat): ModelFile => ({
  file,
  key: `part ${id}`,
  format,
  units,
})

/** The file that is printed, as the worker reads it. A converted file has a fixed unit: an STL in millimeters. */
export const printedFile = (
  part: PartState,
  { converted, format }: Pick<KnownPart, 'converted' | 'format'>,
): ModelFile =>
  converted === null ? chosenFile(part, format) : { ...converted, format: 'stl', units: null }

/** What goes into the basket: the file that the price was computed from. */
export function fileToUpload({ file, finding }: PartState): File {
  if (finding.state !== 'known' || finding.converted === null) return file
  return new File([finding.converted.file], stlName(file.name), {
    type: 'model/stl',
  })
}

export const unitsToUpload = ({ units, finding }: PartState): LengthUnit | null =>
  finding.state === 'known' && finding.converted !== null ? null : units
