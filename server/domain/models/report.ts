// Measurements of a file, as the geometry core returns them. Names follow contract.md 2.5 where it has them.

import type { FileUnit } from './format.ts'

/** A measured mesh in millimeters, after welding, winding repair and hole filling. */
export type MeshReport = {
  /** The unit in which the file's numbers were read; `unitSource` says why. */
  readonly unit: FileUnit
  readonly unitSource: 'file' | 'default' | 'override'
  readonly triangles: number
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly surfaceCm2: number
  readonly watertight: boolean
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  readonly degenerateTriangles: number
  readonly components: number
  readonly maxOverhangDeg: number
  /** Bodies overlap, or the surface crosses itself: their shared volume counts once. */
  readonly bodiesOverlap?: boolean | undefined
  /** False when there are too many surfaces to distinguish cavities from bodies. */
  readonly cavitiesKnown?: boolean | undefined
  /** Sentences about the parts of the file that are not printed; absent when everything is. */
  readonly notes?: readonly string[] | undefined
}

/** How large one part is, and how its file was read. */
export type PartSize = Pick<MeshReport, 'dimensionsMm' | 'unit'>

/** What an already-sliced file states, checked and summed over its plates. null = not stated. */
export type SlicedReport = {
  readonly slicer: string
  readonly plates: number
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  /** The slicer's own time, or a lower bound from the moves when it states none. */
  readonly seconds: number | null
  readonly layers: number | null
  readonly perPlate: readonly PlateReport[]
}

/** One plate of a sliced file. null or absent = not stated. */
export type PlateReport = {
  /** Bounding box of everything printed on it, in machine coordinates, mm. */
  readonly extents: Extents
  readonly seconds?: number | undefined
  readonly grams?: number | null | undefined
  readonly layers?: number | null | undefined
  readonly heat?: Heat | undefined
  /** It contains moves that only printers of Bambu Lab allow: it saves its leveling or wipes the nozzle below the bed. */
  readonly bambuOnly?: boolean | undefined
  /** The firmware and the printer that it was sliced for, as its slicer wrote them. */
  readonly flavor?: Flavor | null | undefined
  readonly printerModel?: string | null | undefined
  readonly nozzleMm?: number | null | undefined
  /** Bounding box of all moves, the start and the end included; machine coordinates, mm. */
  readonly reach?: Extents | undefined
  /** Commands that an operator has to review before it is printed. */
  readonly review?: readonly CommandToReview[] | undefined
}

/** Families of firmware that have commands of their own. */
export const flavors = ['marlin', 'klipper', 'reprapfirmware', 'bambu'] as const
type Flavor = (typeof flavors)[number]

type CommandToReview = {
  /** The line of the g-code, from 1. */
  readonly line: number
  readonly command: string
  /** Completes "which ...". */
  readonly reason: string
}

/** Temperatures that a sliced file sets, degrees Celsius; 0 = none. */
export type Heat = {
  readonly nozzleC: number
  readonly bedC: number
  readonly chamberC: number
  /** Commands that turn off what is on at its end, such as `M104 S0`. */
  readonly leftOn: readonly string[]
}

export type Extents = {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

export type Measurement =
  | { readonly kind: 'mesh'; readonly report: MeshReport }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }

export type MeasureOutcome =
  | Measurement
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'crashed' }
  | {
      readonly kind: 'busy'
      readonly by?: 'queue' | 'caller' | 'time'
      readonly retryAfterSeconds?: number
    }
