// Files that consist mostly of something other than their model, which costs storage for as long as the file is kept.
import { fail, ok, type Result } from '../base/result.ts'
import type { Measurement } from '../models/report.ts'
import type { MeasurementFailure } from './failure.ts'

/** Thumbnails, textures and settings of ordinary files stay below. */
const freeBytes = 10 * 1024 * 1024
/** An STL has 50 bytes for a triangle, or 300 as text. With textures a GLB has a few hundred. */
const bytesPerTriangle = 4_000

/** Sliced files are not checked: they have no triangles. */
export function refusePadding(
  measurement: Measurement,
  sizeBytes: number,
): Result<void, MeasurementFailure> {
  if (measurement.kind !== 'mesh') return ok(undefined)
  const { triangles } = measurement.report
  if (sizeBytes <= freeBytes + triangles * bytesPerTriangle) return ok(undefined)
  const megabytes = Math.round(sizeBytes / 2 ** 20)
  return fail({
    kind: 'mesh_unreadable',
    reason: `Its ${megabytes} MB are mostly something else than the model, which has ${triangles} triangles. Export the model alone, as STL or 3MF.`,
  })
}
