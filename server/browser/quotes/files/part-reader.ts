// Reads the files of parts and estimates their prints. A later reading of a part replaces an earlier one.
import { isChanging } from '../../../domain/measurement/part-changes.ts'
import { type PartSupports, supportsOf } from '../../../domain/measurement/supports.ts'
import type { Core } from '../../core/core-client.ts'
import { isSameSlice } from '../parts/part-choices.ts'
import type { KnownPart, PartReading, PartState } from '../parts/part-state.ts'
import { estimatePart, inspectPart, measurePart } from './read-part.ts'

/** Maximum number of parts that each keep their surface. On a page with more, only the shown part does. */
export const maxKeptSurfaces = 4

/** The page that shows one of the parts. */
export type ReaderPage = {
  readonly isShown: (part: PartState) => boolean
  readonly keepsSurfaces: () => boolean
  /** Progress of the shown part, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly onFinding: (part: PartState, reading: PartReading) => void
  readonly onSurface: (part: PartState) => void
  /** Called if the advice on supports changed for the shown part. */
  readonly onAdvice: (part: PartState) => void
  /** Called if a change failed. The file was readable before it. */
  readonly onFailedChange: (part: PartState) => void
  /** Called if the price may have changed or is temporarily unknown. */
  readonly onPrice: () => void
}

export class PartReader {
  readonly #core: Core
  readonly #page: ReaderPage

  constructor(core: Core, page: ReaderPage) {
    this.#core = core
    this.#page = page
  }

  /**
   * Reads the part. `isForView`: the part has not changed, so its data, such as the price, remains valid during the
   * read.
   */
  async read(part: PartState, { isForView = false } = {}): Promise<void> {
    const reading = ++part.reading
    if (!isForView) part.isReading = true
    this.#page.onPrice()
    const isCurrent = () => part.reading === reading
    if (part.finding.state === 'refused') part.finding = { state: 'reading' }
    if (this.#page.isShown(part)) this.#page.onProgress(0)
    const finding = await measurePart(this.#core, part, {
      onReading: (share) => {
        if (isCurrent() && this.#page.isShown(part)) this.#page.onProgress(share)
      },
    })
    if (!isCurrent()) return
    if (finding.state === 'refused' && isChanging(part.changes)) {
      return this.#page.onFailedChange(part)
    }
    part.isReading = false
    this.#page.onFinding(part, finding)
    if (finding.state !== 'known' || !finding.isInspecting) return
    const inspected = await inspectPart(this.#core, part, finding, {
      onSurface: (surface) => {
        if (!isCurrent()) return
        const isShown = this.#page.isShown(part)
        // Opening a part without a surface reads its file again, which is faster than keeping fifty surfaces.
        part.surface = isShown || this.#page.keepsSurfaces() ? surface : null
        if (isShown) this.#page.onSurface(part)
      },
    })
    if (!isCurrent()) return
    this.#page.onFinding(part, inspected)
    await this.support(part)
  }

  /** Estimates the print with the current options. Runs one estimate at a time, the last one for the last choice. */
  async support(part: PartState): Promise<void> {
    if (part.isEstimating) return
    part.isEstimating = true
    let known = toKnownPart(part)
    while (known !== null) {
      const { options } = part
      const estimate = await estimatePart(this.#core, part, known)
      const supports = estimate === null ? null : supportsOf(estimate)
      const present = toKnownPart(part)
      const isCurrent =
        present?.measurement === known.measurement && isSameSlice(options, part.options)
      if (present !== null && isCurrent) part.finding = { ...present, supports, estimate }
      if (isCurrent && this.#page.isShown(part) && !isSameAdvice(known.supports, supports)) {
        this.#page.onAdvice(part)
      }
      known = isCurrent ? null : present
    }
    part.isEstimating = false
    this.#page.onPrice()
  }
}

/** Returns null for a sliced file, and for a part that cannot be printed. */
const toKnownPart = ({ finding }: PartState): KnownPart | null =>
  finding.state === 'known' && finding.refused === null && finding.measurement.kind === 'mesh'
    ? finding
    : null

/** Whether the advice is the same for both. Drawing it again would take the focus from its buttons. */
const isSameAdvice = (one: PartSupports | null, other: PartSupports | null): boolean =>
  one?.decision === other?.decision && one?.unsupportedMm2 === other?.unsupportedMm2
