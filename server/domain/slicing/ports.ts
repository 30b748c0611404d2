// What the product asks of the slicer and of the estimate that stands in for it.
import type { AccountId } from '../accounts/caller.ts'
import type { LengthUnit } from '../measurement/report.ts'

/** What of an order changes its slice; material, colour, quality and quantity do not. Structurally slicer-bridge's. */
export type SliceSettings = {
  readonly layerHeightMm: number
  readonly infillPercent: number
  readonly nozzleMm: 0.2 | 0.4 | 0.6 | 0.8
  readonly flow: 'standard' | 'high'
  readonly supports?: boolean
}

/** Formats that can be measured as a mesh. */
export type MeshFormat = 'stl' | 'obj' | 'glb' | 'gltf' | '3mf'

export type PrintMeasurementRequest = {
  /** The caller's file as a local copy. */
  readonly path: string
  readonly sha256: string
  readonly format: MeshFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  readonly accountId: AccountId
  readonly signal?: AbortSignal
}

/** Filament and time of one part. Grams = filamentCm3 x density, the caller's doing. */
export type PrintMeasurement = {
  /** `slicer`: a real slice; `geometry`: the instant estimate, when there is no slicer or it gave up. */
  readonly source: 'slicer' | 'geometry'
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  /** Half-width of the 90 % range, in percent of `filamentCm3`; null for a slice. */
  readonly rangePercent: number | null
  /** True when nothing was sliced or estimated anew. */
  readonly cached: boolean
  readonly warnings: readonly string[]
}
