// The silhouettes of the parts that the planner lays on plates: each is the same object for the same part, since the layout keeps what it
// computes of one. Those that are missing are made, a few in each round.
import type { Clock } from '../../base/ports.ts'
import { boxSilhouette, type Silhouette, withBorder } from '../../planning/arrange/silhouette.ts'
import {
  isOfSize,
  makeSilhouette,
  type PartToOutline,
  type SilhouetteDeps,
} from '../part-silhouettes.ts'

/** Beyond, all are read again. */
const maxKept = 5_000
/** Beyond, no more are made in a round: what is missing afterwards is laid as its box until the next one. */
const roundMs = 5_000
/** A silhouette that could not be made may be there later: its storage or the geometry core was busy, or broke down. */
const againMs = 10 * 60_000

/** `borderMm`: whole millimeters on all sides, for what is printed beside the part. */
export type OutlinedPart = PartToOutline & { readonly borderMm: number }

export type Outlines = {
  readonly startRound: () => void
  /** Null where the silhouette is not there yet: ask again in the next round. */
  readonly of: (part: OutlinedPart, signal: AbortSignal) => Promise<Silhouette | null>
  /** The box of a part. */
  readonly box: (widthMm: number, depthMm: number) => Silhouette
}

export function createOutlines(deps: SilhouetteDeps & { readonly clock: Clock }): Outlines {
  const kept = new Map<string, Silhouette>()
  /** The times until which a silhouette is not asked for again. */
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
