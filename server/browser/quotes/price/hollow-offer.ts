// Price of a hollow version of the part, offered if it saves money. The geometry core hollows the part while it is
// idle, and the offer is the price of the result.
import { inspectSettings } from '../../../domain/measurement/inspect-settings.ts'
import { defaultWallMm, isChanging } from '../../../domain/measurement/part-changes.ts'
import { sliceSettings } from '../../../domain/measurement/slice-settings.ts'
import type { MeshReport } from '../../../domain/models/report.ts'
import { explainPrice } from '../../../domain/pricing/explain-price.ts'
import { addPostage } from '../../../domain/pricing/postage.ts'
import { words } from '../../base/page-words.ts'
import type { Core } from '../../core/core-client.ts'
import { checkPrintable } from '../files/read-part.ts'
import type { Elements } from '../form/elements.ts'
import type { ListedParts } from '../list/part-list.ts'
import { countedParts, printCentsOf } from '../parts/part-price.ts'
import { chosenFile, type KnownPart, type PartState, printedFile } from '../parts/part-state.ts'

/** Cheaper parts save little, and a finer mesh takes seconds. */
const minPriceCents = 500
const maxTriangles = 300_000
const minSavingCents = 100
const pauseMs = 800

type Hollowed = { readonly reading: number; readonly report: MeshReport | null }

export class HollowOffer {
  readonly #page: Elements
  readonly #core: Core
  readonly #known = new Map<number, Hollowed>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false
  #last: ListedParts = { parts: [], active: null, country: '' }

  constructor(page: Elements, core: Core) {
    this.#page = page
    this.#core = core
  }

  render(listed: ListedParts): void {
    this.#last = listed
    const { active: part, country } = listed
    clearTimeout(this.#timer)
    const cents = part === null ? 0 : this.#savingCents(part, listed)
    this.#page.hollowOffer.hidden = cents < minSavingCents
    if (cents >= minSavingCents) {
      this.#page.acceptHollow.textContent = words.text('sum.hollow', {
        amount: words.money(cents),
      })
    } else if (part !== null && this.#isUnknown(part, country)) {
      this.#timer = setTimeout(() => void this.#findOut(part), pauseMs)
    }
  }

  /** Returns the savings in the page's total, because a smaller total may no longer ship for free. */
  #savingCents(part: PartState, { parts, country }: ListedParts): number {
    const { finding, options, reading } = part
    const hollowed = this.#known.get(part.id)
    if (finding.state !== 'known' || isChanging(part.changes)) return 0
    if (hollowed?.reading !== reading || hollowed.report === null) return 0
    const counted = countedParts(parts, country)
    const measurement = { kind: 'mesh', report: hollowed.report } as const
    const then = explainPrice(measurement, options, country)?.price.printCents
    if (then === undefined || !counted.parts.includes(part)) return 0
    const after = counted.printCents - printCentsOf(part, country) + then
    return (
      addPostage(counted.printCents, country).totalCents - addPostage(after, country).totalCents
    )
  }

  #isUnknown(part: PartState, country: string): boolean {
    return (
      !this.#isRunning &&
      solidPart(part) !== null &&
      this.#known.get(part.id)?.reading !== part.reading &&
      printCentsOf(part, country) >= minPriceCents
    )
  }

  async #findOut(part: PartState): Promise<void> {
    const known = solidPart(part)
    if (known === null || this.#isRunning) return
    this.#isRunning = true
    const { reading, scale, options } = part
    const outcome = await this.#core.run({
      kind: 'measure',
      ...chosenFile(part, known.format),
      scale,
      changes: { orient: false, wallMm: defaultWallMm },
      settings: inspectSettings(sliceSettings(options)),
    })
    const isHollow = outcome.kind === 'measured' && outcome.reshaped?.wallMm === defaultWallMm
    const report = isHollow ? outcome.report : null
    // Does not offer a part that would be refused.
    const refused =
      report === null || outcome.kind !== 'measured'
        ? null
        : await checkPrintable(
            this.#core,
            printedFile(part, { converted: outcome.converted, format: known.format }),
            { kind: 'mesh', report },
            options,
          )
    this.#isRunning = false
    this.#known.set(part.id, { reading, report: refused === null ? report : null })
    this.render(this.#last)
  }
}

/** Returns null while the part is being processed, and for a part that cannot be hollowed. */
function solidPart(part: PartState): KnownPart | null {
  const { finding, isReading, isEstimating, changes } = part
  if (finding.state !== 'known' || finding.refused !== null || finding.isInspecting) return null
  if (isReading || isEstimating || isChanging(changes)) return null
  const { measurement } = finding
  return measurement.kind === 'mesh' && measurement.report.triangles <= maxTriangles
    ? finding
    : null
}
