// Measurements of a file, as returned by the geometry core. The names follow contract.md 2.5 where it defines them.

import type { FileUnit } from './format.ts'

/** A measured mesh in millimeters, after welding, winding repair and hole filling. */
export type MeshReport = {
  /** The unit of the file's numbers; `unitSource` states its origin. */
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
  /** Whether bodies overlap or the surface intersects itself. Shared volume is counted once. */
  readonly bodiesOverlap?: boolean | undefined
  /** False if there are too many surfaces to distinguish cavities from bodies. */
  readonly cavitiesKnown?: boolean | undefined
  /** Repairs of the surface before it was measured. */
  readonly repaired?: { readonly filledHoles: number } | undefined
  /** Sentences about the parts of the file that are not printed; absent if everything is printed. */
  readonly notes?: readonly string[] | undefined
}

/** The size of one part, and the unit of its file. */
export type PartSize = Pick<MeshReport, 'dimensionsMm' | 'unit'>

export const partSizeOf = ({ dimensionsMm, unit }: PartSize): PartSize => ({ dimensionsMm, unit })

/** Values stated in an already-sliced file, checked and summed over its plates. null = not stated. */
export type SlicedReport = {
  readonly slicer: string
  readonly plates: number
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  /** The slicer's time, or a lower bound computed from the moves if the file states none. */
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
  readonly heat: Heat
  /**
   * Whether the file contains moves that only Bambu Lab printers allow: it saves the leveling or wipes the nozzle
   * below the bed.
   */
  readonly bambuOnly: boolean
  /** The target firmware and printer, as written by the slicer. */
  readonly flavor?: Flavor | null | undefined
  readonly printerModel?: string | null | undefined
  readonly nozzleMm?: number | null | undefined
  /** Bounding box of all moves, including start and end; machine coordinates, mm. */
  readonly reach?: Extents | undefined
  /** Commands that an operator must review before printing. */
  readonly review: readonly CommandToReview[]
}

/** Firmware families with distinct commands. */
export const flavors = ['marlin', 'klipper', 'reprapfirmware', 'bambu'] as const
type Flavor = (typeof flavors)[number]

type CommandToReview = {
  /** The line number in the G-code, starting at 1. */
  readonly line: number
  readonly command: string
  /** Completes the clause "which ..." in a sentence about the command. */
  readonly reason: string
}

/** Temperatures that a sliced file sets, in degrees Celsius; 0 = none. */
export type Heat = {
  readonly nozzleC: number
  readonly bedC: number
  readonly chamberC: number
  /** Commands that turn off the heaters that are on at the end, such as `M104 S0`. */
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
