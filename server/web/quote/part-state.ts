// A part on the page: its file, the choices that are its own, and what is known of it.
import type { PrintOptions } from '../../domain/catalog/options.ts'
import type { FaultKind, FaultPlace } from '../../domain/measurement/inspection.ts'
import type { LengthUnit } from '../../domain/models/format.ts'
import type { Measurement } from '../../domain/models/report.ts'
import type { Inspection } from '../../pages/quote/part.ts'
import type { QuoteRefused } from '../../pages/quote/refusal.ts'
import type { Surface } from '../core/messages.ts'

export type PlacesByFault = ReadonlyMap<FaultKind, readonly FaultPlace[]>

export type Finding =
  | { readonly state: 'reading' }
  | {
      readonly state: 'known'
      readonly measurement: Measurement
      readonly inspection: Inspection | null
      readonly places: PlacesByFault
      /** The file that is printed, where it is not the one that was chosen: an OBJ, or another size. */
      readonly converted: Blob | null
      /** Why it has no price though it was read. */
      readonly refused: QuoteRefused | null
      readonly tookMs: number
    }
  | { readonly state: 'refused'; readonly failure: QuoteRefused }

export type PartState = {
  readonly id: number
  readonly file: File
  units: LengthUnit | null
  /** 1 = as in the file. */
  scale: number
  /** Of the form's fields, by name. */
  fields: ReadonlyMap<string, string>
  options: PrintOptions
  finding: Finding
  /** Until the viewer takes it over. */
  surface: Surface | null
  /** Increases with each reading of the file, so that late results of an earlier one are dropped. */
  reading: number
}

/** What goes into the basket: the file that the price was computed from. */
export function fileToUpload({ file, finding }: PartState): File {
  if (finding.state !== 'known' || finding.converted === null) return file
  return new File([finding.converted], file.name.replace(/\.[^.]+$/, '.stl'), { type: 'model/stl' })
}

/** A converted file says its unit itself: an STL in millimeters. */
export const unitsToUpload = ({ units, finding }: PartState): LengthUnit | null =>
  finding.state === 'known' && finding.converted !== null ? null : units
