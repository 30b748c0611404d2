// A plate of several jobs that may gain more.
import type { OrderId } from '../../base/order-id.ts'
import { type ArrangedCopy, arrange } from './arrange.ts'
import { Layout } from './layout.ts'
import { areaOf } from './mask.ts'
import { gapMm, marginMm, type PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

/** A queued job of a class: its parts may lie beside those of every other job of the class. */
export type OpenJob = {
  readonly id: string
  readonly orderId: OrderId
  /** The same object for the same part, since what is computed of it is kept with it. */
  readonly silhouette: Silhouette
  readonly heightMm: number
  readonly copies: number
  /** Machine time of all copies. */
  readonly seconds: number
  /** Until its order is due, less than 0 when it is late; null = no date was promised. */
  readonly dueInSeconds: number | null
}

export type PlateBounds = {
  readonly maxSeconds: number
  /** What fails together. */
  readonly maxOrders: number
}

/** Layouts of several parts hardly fill more of a bed, gaps included; more area is not tried. */
const mostFilled = 0.92
/** A plate that is filled less than this is laid out anew for a job that finds no place in what is left. */
const worthAnew = 0.7
/** How often a plate is laid out anew. */
const mostAnew = 2
/** The part of the time until a job is due that its plate may print at most: it waits for a printer first. */
const shareOfTime = 0.5

export class OpenPlate {
  readonly bed: PlateBed
  readonly jobs: OpenJob[] = []
  copies: readonly ArrangedCopy[] = []
  seconds = 0
  readonly #bounds: PlateBounds
  readonly #orders = new Set<string>()
  /** The fewest copies for which there was no room. */
  readonly #unfit = new Map<Silhouette, number>()
  #layout: Layout | null = null
  /** The most that it may print without breaking a promise that its jobs would keep alone. */
  #maxSeconds: number
  #filledMm2 = 0
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

  /** Whether a job could be on it by its time, its order, its height and its area. */
  mayTake(job: OpenJob): boolean {
    const { orderId, silhouette, heightMm, copies } = job
    const { maxOrders } = this.#bounds
    const maxSeconds = Math.min(this.#maxSeconds, mostSecondsFor(job))
    // A job that takes longer alone is on a plate of its own.
    if (this.jobs.length > 0 && this.seconds + job.seconds > maxSeconds) return false
    if (this.#orders.size >= maxOrders && !this.#orders.has(orderId)) return false
    if (heightMm > this.bed.heightMm) return false
    if (copies >= (this.#unfit.get(silhouette) ?? Infinity)) return false
    if (this.jobs.length === 0) return true
    return this.#filledMm2 + copies * areaOf(silhouette) <= mostFilled * areaOfBed(this.bed)
  }

  /** Lays all copies of a job that it may take; false when they do not fit, and all is as before. */
  take(job: OpenJob): boolean {
    const layout = this.#laidOut()
    const places = layout.add(job.silhouette, job.copies)
    if (places !== null) {
      this.copies = [...this.copies, ...places.map((place) => ({ part: job.id, ...place }))]
    } else if (!this.#takeAnew(job)) {
      this.#unfit.set(job.silhouette, job.copies)
      return false
    }
    this.#count(job)
    return true
  }

  #takeAnew(job: OpenJob): boolean {
    const filledMm2 = this.#filledMm2 + job.copies * areaOf(job.silhouette)
    const isWorthIt = filledMm2 <= worthAnew * areaOfBed(this.bed)
    if (this.jobs.length === 0 || this.#anew >= mostAnew || !isWorthIt) return false
    this.#anew += 1
    const copies = arrange(this.bed, [...this.jobs, job])
    if (copies === null) return false
    this.copies = copies
    this.#layout = null
    return true
  }

  #laidOut(): Layout {
    if (this.#layout !== null) return this.#layout
    const layout = new Layout(this.bed)
    const byId = new Map(this.jobs.map((job) => [job.id, job.silhouette]))
    for (const copy of this.copies) {
      const silhouette = byId.get(copy.part)
      if (silhouette !== undefined) layout.keep(silhouette, copy)
    }
    this.#layout = layout
    return layout
  }

  #count(job: OpenJob): void {
    this.jobs.push(job)
    this.seconds += job.seconds
    this.#maxSeconds = Math.min(this.#maxSeconds, mostSecondsFor(job))
    this.#orders.add(job.orderId)
    this.#filledMm2 += job.copies * areaOf(job.silhouette)
  }
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
