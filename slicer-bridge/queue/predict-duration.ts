// Predicts the slicer's run time from facts that are known before it runs.
import type { SliceSettings } from '../settings/settings.ts'

/** Facts about a mesh in millimeters. */
export type SliceFacts = {
  readonly heightMm: number
  readonly triangles: number
  readonly surfaceCm2: number
  readonly volumeCm3: number
  /** Number of separate bodies. */
  readonly components: number
}

/**
 * Returns the CPU milliseconds of one slice with PrusaSlicer 2.5 and the quote profile on the machine where the factors were fitted; for
 * the parts and the error, see bench/slicer/slice-time.ts. The slicer cuts the surface into one segment for each triangle that a layer
 * crosses, about sqrt(surface x triangles) / layer height of them. Bodies next to or inside each other make every segment more costly, and
 * so do walls with a gap between their outlines, which the slicer fills line by line.
 */
export function referenceMs(facts: SliceFacts, settings: SliceSettings): number {
  const { heightMm, triangles, surfaceCm2, volumeCm3, components } = facts
  const { layerHeightMm, nozzleMm, copies = 1, supports = false } = settings
  const surfaceMm2 = 100 * surfaceCm2
  const segments = Math.sqrt(surfaceMm2 * triangles) / layerHeightMm
  const meanWallMm = surfaceMm2 > 0 ? (2000 * volumeCm3) / surfaceMm2 : 0
  const gapFill = 1 / (1 + (meanWallMm / (2.5 * nozzleMm)) ** 4)
  const bodies = Math.sqrt(Math.max(0, components - 1))
  const perSegmentMs = 0.015 * (1 + 1.3 * bodies + 10 * gapFill)
  const ms = 100 + heightMm / layerHeightMm + perSegmentMs * segments
  return ms * copies * (supports ? supportsFactor : 1)
}

/** Approximate: a second set of outlines and their infill. */
const supportsFactor = 2
/** Bounds of the machine's time relative to the reference. Beyond them, the measurement is wrong, or the machine is stalled. */
const ratioBounds = { min: 1 / 8, max: 32 } as const
/** Limit of the effect of a single slice, in either direction, because one unusual model does not make a machine slow. */
const outlier = 4
/** Minimum weight of the newest slice. */
const newest = 1 / 16
const minMs = 50

/** Learns the speed of this machine, under its usual load, from each slice. */
export class DurationPredictor {
  readonly #maxMs: number
  /** Logarithm of actual time over reference time. */
  #logRatio = 0
  #learned = 0

  /** `maxMs` is the time after which the slicer is stopped. */
  constructor({ maxMs }: { maxMs: number }) {
    this.#maxMs = maxMs
  }

  /** Returns the wall time of a slice while all workers are busy. */
  predictMs(facts: SliceFacts, settings: SliceSettings): number {
    const ms = referenceMs(facts, settings) * this.ratio
    return Number.isFinite(ms) ? Math.min(this.#maxMs, Math.max(minMs, ms)) : this.#maxMs
  }

  learn(facts: SliceFacts, settings: SliceSettings, ranMs: number): void {
    const error = Math.log(ranMs / this.predictMs(facts, settings))
    if (!Number.isFinite(error)) return
    this.#learned++
    const step = clamp(error, -Math.log(outlier), Math.log(outlier))
    const weight = Math.max(newest, 1 / (this.#learned + 1))
    const { min, max } = ratioBounds
    this.#logRatio = clamp(this.#logRatio + weight * step, Math.log(min), Math.log(max))
  }

  get ratio(): number {
    return Math.exp(this.#logRatio)
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
