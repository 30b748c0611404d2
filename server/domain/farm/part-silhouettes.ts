// The shadows of parts as they are printed: stored by the content of the model and its pose, and made when they are first needed.
import type { Meshes } from '../measurement/ports.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import type { ModelDeps } from '../models/ports.ts'
import { cellMm, type Silhouette } from '../planning/arrange/silhouette.ts'

/** A model as it is printed. Parts are printed in the size of their file, so its unit is their scale. */
export type SilhouetteKey = {
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  /** Whether it is laid on the face on which it prints best; otherwise it lies as in its file. */
  readonly orient: boolean
}

export type PartSilhouettes = {
  /** Null where it was not made yet, or was dropped because no job asked for it. */
  readonly read: (key: SilhouetteKey) => Promise<Silhouette | null>
  readonly save: (key: SilhouetteKey, silhouette: Silhouette) => Promise<void>
}

export type SilhouetteDeps = Pick<ModelDeps, 'objects' | 'temporaryFiles' | 'log'> & {
  readonly partSilhouettes: PartSilhouettes
  readonly meshes: Pick<Meshes, 'silhouette'>
}

/** Width and depth of a part as it was measured, and what it is. */
export type PartToOutline = SilhouetteKey & {
  readonly uri: string
  readonly sizeMm: readonly [number, number]
}

/** Measurements are of the repaired surface, of which a silhouette may have more: then its middle would be elsewhere. */
const toleranceMm = 0.05

/** Whether a silhouette lies around the same middle as the part that was measured. */
export const isOfSize = (
  { widthMm, depthMm }: Silhouette,
  [width, depth]: readonly [number, number],
): boolean => Math.abs(widthMm - width) <= toleranceMm && Math.abs(depthMm - depth) <= toleranceMm

/** Makes and stores a silhouette; null where that cannot be done now, or the signal aborts. */
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
    // The others are planned nevertheless.
    if (!signal.aborted) deps.log.error('farm.silhouette_broke', { sha256, error })
    return null
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
