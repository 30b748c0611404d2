// The silhouettes of the parts that the planner places on plates. Returns the same object for the same part, because
// the layout caches results per object. Computes a few missing silhouettes per round.
import type { Clock } from '../../base/ports.ts'
import { boxSilhouette, type Silhouette, withBorder } from '../../planning/arrange/silhouette.ts'
import {
  isOfSize,
  makeSilhouette,
  type PartToOutline,
  type SilhouetteDeps,
} from '../part-silhouettes.ts'

/** Cache limit. When it is exceeded, all silhouettes are read again. */
const maxKept = 5_000
/**
 * Time limit for computing silhouettes in a round. Parts without a silhouette are placed with their bounding box until
 * the next round.
 */
const roundMs = 5_000
/** Retry interval: storage or the geometry core may have been busy or broken. */
const againMs = 10 * 60_000

/** `borderMm`: border on all sides for structures printed next to the part, in whole millimeters. */
export type OutlinedPart = PartToOutline & { readonly borderMm: number }

export type Outlines = {
  readonly startRound: () => void
  /** Returns null if the silhouette is not available yet. Retry in the next round. */
  readonly of: (part: OutlinedPart, signal: AbortSignal) => Promise<Silhouette | null>
  /** Returns the bounding box of a part as a silhouette. */
  readonly box: (widthMm: number, depthMm: number) => Silhouette
}

export function createOutlines(deps: SilhouetteDeps & { readonly clock: Clock }): Outlines {
  const kept = new Map<string, Silhouette>()
  /** Retry times of failed silhouettes. */
  const failed = new Map<string, number>()
  const nowMs = () => deps.clock.now().getTime()
  let usedMs = 0
  const keep = (key: string, silhouette: Silhouette): Silhouette => {
    if (kept.size >= maxKept) kept.clear()
    kept.set(key, silhouette)
    return silhouette
  }
  return {
    startRound: () => {
      usedMs = 0
      for (const [key, untilMs] of failed) if (untilMs <= nowMs()) failed.delete(key)
    },
    of: async ({ borderMm, ...part }, signal) => {
      const { sha256, format, units, orient } = part
      const key = JSON.stringify([sha256, format, units, orient, borderMm])
      const known = kept.get(key)
      if (known !== undefined) return known
      if (failed.has(key)) return null
      let silhouette = await deps.partSilhouettes.read(part)
      if (silhouette === null) {
        if (usedMs >= roundMs) return null
        const beganMs = performance.now()
        silhouette = await makeSilhouette(deps, part, signal)
        usedMs += performance.now() - beganMs
      }
      if (silhouette === null || !isOfSize(silhouette, part.sizeMm)) {
        failed.set(key, nowMs() + againMs)
        return null
      }
      return keep(key, borderMm === 0 ? silhouette : withBorder(silhouette, borderMm))
    },
    box: (widthMm, depthMm) => {
      const key = `${widthMm} x ${depthMm}`
      return kept.get(key) ?? keep(key, boxSilhouette(widthMm, depthMm))
    },
  }
}
