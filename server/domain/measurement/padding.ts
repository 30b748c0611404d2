// Detects files that consist mostly of data other than their model, which would occupy storage as long as the file is
// kept.

import { fail, ok, type Result } from '../base/result.ts'
import { megabyte } from '../base/text/megabytes.ts'
import type { Measurement } from '../models/report.ts'
import { type MeasurementFailure, unreadableCodes } from './failure.ts'

/** Above the thumbnails, textures and settings of ordinary files. */
const freeBytes = 10 * megabyte
/** An STL has 50 bytes per triangle, or 300 as text. A GLB with textures has a few hundred. */
const bytesPerTriangle = 4_000

/** Refuses padded files. Sliced files are not checked, because they have no triangles. */
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
    code: unreadableCodes.padded,
    reason: `Its ${megabytes} MB are mostly data other than the model, which has ${triangles} triangles. Export the model alone, as STL or 3MF.`,
  })
}
