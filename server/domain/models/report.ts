// What a file turned out to be. The geometry package produces these shapes; names follow contract.md 2.5 where it has them.

/** A measured mesh, in millimetres, after weld, winding fix and hole filling. */
export type MeshReport = {
  /** The unit the file's numbers were read in, and where that came from. */
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
}

/** An already-sliced file's checked claim, summed over its plates. null = the file does not state it. */
export type SlicedReport = {
  readonly slicer: string
  readonly plates: number
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  /** The slicer's own time, or the least that the moves take where it states none. */
  readonly seconds: number | null
  readonly layers: number | null
  /** Box around everything that is laid on each plate, machine coordinates, mm. */
  readonly perPlate: readonly { readonly extents: Extents }[]
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
