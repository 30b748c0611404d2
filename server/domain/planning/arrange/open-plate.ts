// A plate of several jobs that may gain more.

import type { OrderId } from '../../base/order-id.ts'
import type { PrintJobId } from '../../base/print-job-id.ts'
import type { Steps } from '../../base/turns.ts'
import { type ArrangedCopy, arranging } from './arrange.ts'
import { Layout } from './layout.ts'
import { areaOf } from './mask.ts'
import { gapMm, marginMm, type PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

/** A queued job of a class: its parts may lie beside those of every other job of the class that is printed in the same color. */
export type OpenJob = {
  readonly id: PrintJobId
  readonly orderId: OrderId
  /** The same object for the same part, since what is computed of it is kept with it. */
  readonly silhouette: Silhouette
  readonly heightMm: number
  readonly copies: number
  /** What it is printed in; null = any color of its material, so it may ride beside every other job of the class. */
  readonly color: string | null
  /** All copies together. */
  readonly triangles: number
  /** Machine time of all copies. */
  readonly seconds: number
  /** Seconds until its order is due, less than 0 when it is late; null = no date was promised. */
  readonly dueInSeconds: number | null
  /** Its place among all jobs of the farm in the order of claims. */
  readonly rank: number
}

/** A job that waits for a printer which may print these plates first. */
export type Rival = {
  readonly id: PrintJobId
  /** The rank among open jobs. */
  readonly rank: number
  /** How long it may still wait without breaking its promise. */
  readonly spareSeconds: number
}

export type PlateBounds = {
  readonly maxSeconds: number
  /** What fails together. */
  readonly maxOrders: number
  readonly maxCopies: number
  /** One plate is one file for the slicer. */
  readonly maxTriangles: number
  /** For plates in a color, or for those that are printed in any; the shortest time to spare first. */
  readonly rivals: (color: string | null) => readonly Rival[]
}

/** Layouts of several parts hardly fill more of a bed, gaps included; more area is not tried. */
const mostFilled = 0.92
/** A plate that is filled less than this is laid out again for a job that does not fit beside the others. */
const worthAnew = 0.7
/** How often a plate is laid out again. */
const mostAnew = 2
/** The part of the time until a job is due that its plate may print at most: it waits for a printer first. */
const shareOfTime = 0.5
/** What is left of it has then been waited for; the rest is to slice others again, and for prints that take longer than was planned. */
const mostShareOfTime = 0.85

export class OpenPlate {
  readonly bed: PlateBed
  readonly jobs: OpenJob[] = []
  copies: readonly ArrangedCopy[] = []
  seconds = 0
  readonly #bounds: PlateBounds
  readonly #ids = new Set<string>()
  readonly #orders = new Set<string>()
  /** The fewest copies for which there was no room. */
  readonly #unfit = new Map<Silhouette, number>()
  #layout: Layout | null = null
  /** The most that it may print without breaking a promise that its jobs would keep alone. */
  #maxSeconds: number
  #filledMm2 = 0
  #copies = 0
  #triangles = 0
  #color: string | null = null
  /** Those of the most and of the least urgent job. */
  #ranks: readonly [first: number, last: number] = [Infinity, -Infinity]
  #anew = 0

  constructor(bed: PlateBed, bounds: PlateBounds) {
    this.bed = bed
    this.#bounds = bounds
    this.#maxSeconds = bounds.maxSeconds
  }

  /** Takes up jobs that lie on it already. */
  keep(jobs: readonly OpenJob[], copies: readonly ArrangedCopy[]): void {
    for (const job of jobs) this.#count(job)
    this.copies = copies
  }

  /** Whether a job could be on it by its urgency, its time, its order, its height and its size. */
  mayTake(job: OpenJob): boolean {
    const { orderId, silhouette, heightMm, copies, triangles } = job
    const { maxOrders, maxCopies, maxTriangles } = this.#bounds
    if (!this.#mayLieBeside(job)) return false
    // A job that takes longer alone is on a plate of its own.
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

  /** Lays all copies of a job that it may take; false when they do not fit, and all is as before. */
  *take(job: OpenJob): Steps<boolean> {
    const layout = this.#laidOut()
    const places = yield* layout.add(job.silhouette, job.copies)
    if (places !== null) {
      this.copies = [...this.copies, ...places.map((place) => ({ part: job.id, ...place }))]
    } else if (!(yield* this.#takeAnew(job))) {
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

  /** Riders are printed before jobs that are more urgent than they are, and less urgent than the lead. Those keep their promises. */
  #mostSecondsWith(job: OpenJob): number {
    const first = Math.min(this.#ranks[0], job.rank)
    const last = Math.max(this.#ranks[1], job.rank)
    const rival = this.#bounds
      .rivals(this.#color ?? job.color)
      .find(({ id, rank }) => rank > first && rank < last && id !== job.id && !this.#ids.has(id))
    const spareSeconds = rival === undefined ? Infinity : shareOfTime * rival.spareSeconds
    return Math.min(this.#maxSeconds, mostSecondsFor(job), spareSeconds)
  }

  *#takeAnew(job: OpenJob): Steps<boolean> {
    const filledMm2 = this.#filledMm2 + job.copies * areaOf(job.silhouette)
    const isWorthIt = filledMm2 <= worthAnew * areaOfBed(this.bed)
    if (this.jobs.length === 0 || this.#anew >= mostAnew || !isWorthIt) return false
    this.#anew += 1
    yield
    const copies = yield* arranging(this.bed, [...this.jobs, job])
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
 * Whether a plate has waited so long that it is about to break a promise which its jobs would keep alone, or another job that waits for its
 * printer. `rivals`: as in its bounds.
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

/** The most that a plate with the job may print; no bound where its promise is broken anyway. */
function mostSecondsFor({ seconds, dueInSeconds }: OpenJob): number {
  if (dueInSeconds === null || dueInSeconds < seconds) return Infinity
  return Math.max(seconds, shareOfTime * dueInSeconds)
}

/** Inside its margins, with the half of a gap that parts along the edge leave outside. */
function areaOfBed({ widthMm, depthMm, shape }: PlateBed): number {
  const around = 2 * marginMm - gapMm
  return (widthMm - around) * (depthMm - around) * (shape === 'round' ? Math.PI / 4 : 1)
}
