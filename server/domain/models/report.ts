// Measurements of a file, as the geometry core returns them. Names follow contract.md 2.5 where it has them.

/** A measured mesh in millimeters, after welding, winding repair and hole filling. */
export type MeshReport = {
  /** The unit in which the file's numbers were read; `unitSource` says why. */
  readonly unit: string
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
  /** Sentences: what of the file is not printed. Absent when everything is. */
  readonly notes?: readonly string[] | undefined
}

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
  | { readonly kind: 'busy' }
