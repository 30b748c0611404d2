// A part on the page: its file, its choices, and what is known about it.
import type { PrintOptions } from '../../../domain/catalog/options.ts'
import type { FaultKind, FaultPlace } from '../../../domain/measurement/inspection.ts'
import type { PartChanges } from '../../../domain/measurement/part-changes.ts'
import type { Estimated } from '../../../domain/measurement/processing.ts'
import type { PartSupports } from '../../../domain/measurement/supports.ts'
import { type LengthUnit, type ModelFormat, stlName } from '../../../domain/models/format.ts'
import type { Measurement } from '../../../domain/models/report.ts'
import { problemsOf } from '../../../pages/quotes/options/field-problems.ts'
import type { Inspection } from '../../../pages/quotes/parts/part.ts'
import type { QuoteRefused } from '../../../pages/quotes/refusals/refusal.ts'
import { words } from '../../base/page-words.ts'
import type { Converted, ModelFile, PartSurface, Reshaped } from '../../core/messages.ts'

export type PlacesByFault = ReadonlyMap<FaultKind, readonly FaultPlace[]>

export type KnownPart = {
  readonly state: 'known'
  readonly measurement: Measurement
  /** null until the search for faults finishes, for a sliced file, and if the core failed. */
  readonly inspection: Inspection | null
  readonly isInspecting: boolean
  /** Supports and orientation. null until estimated, for a sliced file, and if the core failed. */
  readonly supports: PartSupports | null
  /** Estimate from which `supports` and its machine time are derived. */
  readonly estimate: Estimated | null
  readonly places: PlacesByFault
  /** Format of the chosen file. */
  readonly format: ModelFormat
  /** The printed file, if it differs from the chosen one: an OBJ, another size, or a changed part. */
  readonly converted: Converted | null
  /** null if no change was requested. */
  readonly reshaped: Reshaped | null
  /** Why the part has no price although it was read. */
  readonly refused: QuoteRefused | null
  readonly tookMs: number
}

export type PartReading =
  | { readonly state: 'reading' }
  | KnownPart
  | { readonly state: 'refused'; readonly failure: QuoteRefused }

export type PartState = {
  readonly id: number
  readonly file: File
  units: LengthUnit | null
  /** 1 keeps the file's size. */
  scale: number
  changes: PartChanges
  /** Whether the size or wall thickness in the form is out of range, so that the requested part has no price. */
  isShapeWrong: boolean
  /** Overhang area when the part was rotated. null if unknown or no longer comparable. */
  overhangBeforeMm2: number | null
  /** Why the last change was undone, as a sentence. Empty if it was not. */
  changeNote: string
  /** Values of the form's fields, by name. */
  fields: ReadonlyMap<string, string>
  options: PrintOptions
  finding: PartReading
  /** Whether the basket contains the part in its current state. Any change makes it a different part. */
  isAdded: boolean
  /** Increases with each change of what is ordered. */
  revision: number
  /** The surface, until the viewer takes ownership of it. */
  surface: PartSurface | null
  /** Whether the measurement is from earlier choices. */
  isReading: boolean
  /** Whether supports and orientation are being estimated. */
  isEstimating: boolean
  /** Increases with each reading of the file, so that late results of earlier readings are dropped. */
  reading: number
}

/** Returns advice on form values that are out of range. Ignores the settings of a sliced file. */
export const fieldProblems = ({ fields, finding }: PartState) =>
  problemsOf(words, fields, {
    isSliced: finding.state === 'known' && finding.measurement.kind === 'sliced',
  })

/** Returns the file as the worker reads it. */
export const chosenFile = ({ id, file, units }: PartState, format: ModelFormat): ModelFile => ({
  file,
  key: `part ${id}`,
  format,
  units,
})

/** Returns the printed file as the worker reads it. A converted file has a fixed unit: an STL in millimeters. */
export const printedFile = (
  part: PartState,
  { converted, format }: Pick<KnownPart, 'converted' | 'format'>,
): ModelFile =>
  converted === null ? chosenFile(part, format) : { ...converted, format: 'stl', units: null }

/** Returns the file for the basket, from which the price was computed. */
export function fileToUpload({ file, finding }: PartState): File {
  if (finding.state !== 'known' || finding.converted === null) return file
  return new File([finding.converted.file], stlName(file.name), {
    type: 'model/stl',
  })
}

export const unitsToUpload = ({ units, finding }: PartState): LengthUnit | null =>
  finding.state === 'known' && finding.converted !== null ? null : units
