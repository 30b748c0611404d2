// A plate of several jobs that can gain more.

import type { OrderId } from '../../base/ids/order-id.ts'
import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { Steps } from '../../base/turns.ts'
import { type ArrangedCopy, arrangeStepwise } from './arrange.ts'
import { Layout } from './layout.ts'
import { areaOf } from './mask.ts'
import { gapMm, marginMm, type PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

/** A queued job of a class. Its parts can share a plate with every other job of the class in the same color. */
export type OpenJob = {
  readonly id: PrintJobId
  readonly orderId: OrderId
  /** Must be the same object for the same part, because computed results are cached per object. */
  readonly silhouette: Silhouette
  readonly heightMm: number
  readonly copies: number
  /**
   * Color of the job; null = any color of its material, so that it can share a plate with every other job of the
   * class.
   */
  readonly color: string | null
  /** Number of triangles of all copies. */
  readonly triangles: number
  /** Machine time of all copies. */
  readonly seconds: number
  /** Seconds until its order is due, negative if it is late; null = no date was promised. */
  readonly dueInSeconds: number | null
  /** Rank of the job in claim order among all jobs of the farm. */
  readonly rank: number
}

/** A job that waits for a printer that may print these plates first. */
export type Rival = {
  readonly id: PrintJobId
  /** The rank among open jobs. */
  readonly rank: number
  /** How long it can still wait without missing its promised day. */
  readonly spareSeconds: number
}

export type PlateBounds = {
  readonly maxSeconds: number
  /** Limits the number of jobs that fail together. */
  readonly maxOrders: number
  readonly maxCopies: number
  /** One plate is one file for the slicer. */
  readonly maxTriangles: number
  /** Returns the rivals of plates in a color, or in any color (null), sorted by slack in ascending order. */
  readonly rivals: (color: string | null) => readonly Rival[]
}

/** Layouts of several parts rarely fill more of a bed, including gaps, so a larger area is not attempted. */
const mostFilled = 0.92
/** A plate below this fill level is laid out again for a job that does not fit next to the others. */
const rearrangeableShare = 0.7
/** How often a plate is laid out again. */
const maxRearrangements = 2
/**
 * Maximum print time of a plate, as a share of the time until a job is due, because the plate first waits for a
 * printer.
 */
const shareOfTime = 0.5
/**
 * Above this share, the plate has waited long enough. The remainder covers reslicing the other jobs and prints that
 * take longer than planned.
 */
const mostShareOfTime = 0.85

export class OpenPlate {
  readonly bed: PlateBed
  readonly jobs: OpenJob[] = []
  copies: readonly ArrangedCopy[] = []
  seconds = 0
  readonly #bounds: PlateBounds
  readonly #ids = new Set<string>()
  readonly #orders = new Set<string>()
  /** The smallest number of copies that did not fit. */
  readonly #unfit = new Map<Silhouette, number>()
  #layout: Layout | null = null
  /** Maximum print time without missing a promised day that its jobs would meet alone. */
  #maxSeconds: number
  #filledMm2 = 0
  #copies = 0
  #triangles = 0
  #color: string | null = null
  /** Ranks of the most and the least urgent job. */
  #ranks: readonly [first: number, last: number] = [Infinity, -Infinity]
  #rearrangements = 0

  constructor(bed: PlateBed, bounds: PlateBounds) {
    this.bed = bed
    this.#bounds = bounds
    this.#maxSeconds = bounds.maxSeconds
  }

  /** Adds jobs that are already placed on it. */
  keep(jobs: readonly OpenJob[], copies: readonly ArrangedCopy[]): void {
    for (const job of jobs) this.#count(job)
    this.copies = copies
  }

  /** Whether the plate can take a job, by its urgency, time, order, height and size. */
  mayTake(job: OpenJob): boolean {
    const { orderId, silhouette, heightMm, copies, triangles } = job
    const { maxOrders, maxCopies, maxTriangles } = this.#bounds
    if (!this.#mayLieBeside(job)) return false
    // A job that takes longer alone keeps a separate plate.
    if (this.jobs.length > 0 && this.seconds + job.seconds > this.#mostSecondsWith(job)) {
      return false
    }
    if (this.jobs.length > 0 && this.#copies + copies > maxCopies) return false
    if (this.jobs.length > 0 && this.#triangles + triangles > maxTriangles) return false
    if (this.#orders.size >= maxOrders && !this.#orders.has(orderId)) return false
    if (heightMm > this.bed.heightMm) return false
    if (copies >= (this.#unfit.get(silhouette) ?? Infinity)) return false
    if (this.jobs.length === 0) return true
    return this.#filledMm2 + copies * areaOf(silhouette) <= mostFilled * areaOfBed(this.bed)
  }

  /** Places all copies of an eligible job. Returns false and changes nothing if they do not fit. */
  *take(job: OpenJob): Steps<boolean> {
    const layout = this.#laidOut()
    const places = yield* layout.add(job.silhouette, job.copies)
    if (places !== null) {
      this.copies = [...this.copies, ...places.map((place) => ({ part: job.id, ...place }))]
    } else if (!(yield* this.#takeByRearranging(job))) {
      this.#unfit.set(job.silhouette, job.copies)
      return false
    }
    this.#count(job)
    return true
  }

  #mayLieBeside({ color, rank }: OpenJob): boolean {
    if (this.jobs.length === 0) return true
    const wouldLead = rank < this.#ranks[0]
    // The lead of several jobs has the plate's slices, and stays.
    if (wouldLead && this.jobs.length > 1) return false
    // A plate is claimed by the color of its lead.
    if (color === this.#color) return true
    return color === null ? !wouldLead : this.#color === null && wouldLead
  }

  /**
   * Returns the maximum print time with the job. Riders are printed before jobs that are more urgent than they are and
   * less urgent than the lead. Such jobs must keep their promised days.
   */
  #mostSecondsWith(job: OpenJob): number {
    const first = Math.min(this.#ranks[0], job.rank)
    const last = Math.max(this.#ranks[1], job.rank)
    const rival = this.#bounds
      .rivals(this.#color ?? job.color)
      .find(({ id, rank }) => rank > first && rank < last && id !== job.id && !this.#ids.has(id))
    const spareSeconds = rival === undefined ? Infinity : shareOfTime * rival.spareSeconds
    return Math.min(this.#maxSeconds, mostSecondsFor(job), spareSeconds)
  }

  *#takeByRearranging(job: OpenJob): Steps<boolean> {
    const filledMm2 = this.#filledMm2 + job.copies * areaOf(job.silhouette)
    const isWorthIt = filledMm2 <= rearrangeableShare * areaOfBed(this.bed)
    const mayRearrange = isWorthIt && this.#rearrangements < maxRearrangements
    if (this.jobs.length === 0 || !mayRearrange) return false
    this.#rearrangements += 1
    yield
    const copies = yield* arrangeStepwise(this.bed, [...this.jobs, job])
    if (copies === null) return false
    this.copies = copies
    this.#layout = null
    return true
  }

  #laidOut(): Layout {
    if (this.#layout !== null) return this.#layout
    const layout = new Layout(this.bed)
    const byId = new Map<string, Silhouette>(this.jobs.map((job) => [job.id, job.silhouette]))
    for (const copy of this.copies) {
      const silhouette = byId.get(copy.part)
      if (silhouette !== undefined) layout.keep(silhouette, copy)
    }
    this.#layout = layout
    return layout
  }

  #count(job: OpenJob): void {
    this.jobs.push(job)
    this.#ids.add(job.id)
    this.#color ??= job.color
    this.#ranks = [Math.min(this.#ranks[0], job.rank), Math.max(this.#ranks[1], job.rank)]
    this.seconds += job.seconds
    this.#copies += job.copies
    this.#triangles += job.triangles
    this.#maxSeconds = Math.min(this.#maxSeconds, mostSecondsFor(job))
    this.#orders.add(job.orderId)
    this.#filledMm2 += job.copies * areaOf(job.silhouette)
  }
}

type WaitingJob = Pick<OpenJob, 'id' | 'seconds' | 'dueInSeconds' | 'rank'>

/**
 * Whether a plate has waited so long that one of its jobs, or another job that waits for its printer, is about to miss
 * a promised day that it would otherwise meet. `rivals`: as in its bounds.
 */
export function isOverdue(jobs: readonly WaitingJob[], rivals: readonly Rival[]): boolean {
  const seconds = jobs.reduce((sum, job) => sum + job.seconds, 0)
  const isLong = (spareSeconds: number) => seconds > mostShareOfTime * spareSeconds
  const breaksOwn = jobs.some(
    (job) =>
      job.dueInSeconds !== null && job.dueInSeconds >= job.seconds && isLong(job.dueInSeconds),
  )
  if (jobs.length < 2 || breaksOwn) return jobs.length > 1
  const ranks = jobs.map(({ rank }) => rank)
  const [first, last] = [Math.min(...ranks), Math.max(...ranks)]
  return rivals.some(
    ({ id, rank, spareSeconds }) =>
      rank > first && rank < last && isLong(spareSeconds) && jobs.every((job) => job.id !== id),
  )
}

/** Returns the maximum print time of a plate with the job; unlimited if its promised day is missed in any case. */
function mostSecondsFor({ seconds, dueInSeconds }: OpenJob): number {
  if (dueInSeconds === null || dueInSeconds < seconds) return Infinity
  return Math.max(seconds, shareOfTime * dueInSeconds)
}

/** Returns the area inside the margins, plus the half gap that parts along the edge leave outside. */
function areaOfBed({ widthMm, depthMm, shape }: PlateBed): number {
  const around = 2 * marginMm - gapMm
  return (widthMm - around) * (depthMm - around) * (shape === 'round' ? Math.PI / 4 : 1)
}
