// Silhouettes of parts in their printed pose. Stored by content hash and pose, and computed on first use.
import type { Meshes } from '../measurement/ports.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import type { ModelDeps } from '../models/ports.ts'
import { cellMm, type Silhouette } from '../planning/arrange/silhouette.ts'

/** A model in its printed pose. Parts are printed at the size of their file, so the file's unit determines the scale. */
export type SilhouetteKey = {
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  /** Whether the part is laid on the face on which it prints best. Otherwise it keeps the pose of its file. */
  readonly orient: boolean
}

export type PartSilhouettes = {
  /** Returns null if it was not computed yet, or was removed because no job needed it. */
  readonly read: (key: SilhouetteKey) => Promise<Silhouette | null>
  readonly save: (key: SilhouetteKey, silhouette: Silhouette) => Promise<void>
}

export type SilhouetteDeps = Pick<ModelDeps, 'objects' | 'temporaryFiles' | 'log'> & {
  readonly partSilhouettes: PartSilhouettes
  readonly meshes: Pick<Meshes, 'silhouette'>
}

/** Measured width and depth of a part, and its file. */
export type PartToOutline = SilhouetteKey & {
  readonly uri: string
  readonly sizeMm: readonly [number, number]
}

/** Measurements cover the repaired surface. A silhouette can cover more, which would move its center. */
const toleranceMm = 0.05

/** Whether a silhouette has the same extent, and therefore the same center, as the measured part. */
export const isOfSize = (
  { widthMm, depthMm }: Silhouette,
  [width, depth]: readonly [number, number],
): boolean => Math.abs(widthMm - width) <= toleranceMm && Math.abs(depthMm - depth) <= toleranceMm

/** Computes and stores a silhouette; null if that is not possible now, or if the signal aborts. */
export async function makeSilhouette(
  deps: SilhouetteDeps,
  { sha256, format, units, orient, uri }: PartToOutline,
  signal: AbortSignal,
): Promise<Silhouette | null> {
  const objectKey = deps.objects.parseUri(uri)
  const copy = objectKey === null ? null : await fetchStoredModel(deps, objectKey)
  if (copy === null || !copy.ok) return null
  const { path } = copy.value
  try {
    const made = await deps.meshes.silhouette({
      source: { path },
      format,
      ...(units && { units }),
      pose: { orient },
      signal,
    })
    if (made.kind !== 'silhouette') {
      deps.log.info('farm.silhouette_failed', { sha256, outcome: made.kind })
      return null
    }
    const { widthMm, depthMm, columns, rows, bits } = made
    const silhouette: Silhouette = { widthMm, depthMm, cellMm, columns, rows, bits }
    await deps.partSilhouettes.save({ sha256, format, units, orient }, silhouette)
    return silhouette
  } catch (error) {
    // The remaining parts are still planned.
    if (!signal.aborted) deps.log.error('farm.silhouette_broke', { sha256, error })
    return null
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
