// What a part would cost with a cavity, offered where that saves something. The geometry core hollows it while nothing else is to be
// done; the offer is the price of that very part.
import { inspectSettings } from '../../domain/measurement/inspect-settings.ts'
import { defaultWallMm, isChanging } from '../../domain/measurement/part-changes.ts'
import { sliceSettings } from '../../domain/measurement/slice-settings.ts'
import type { MeshReport } from '../../domain/models/report.ts'
import { explainPrice } from '../../domain/pricing/explain-price.ts'
import { addPostage } from '../../domain/pricing/postage.ts'
import { money } from '../../pages/base/money.ts'
import type { Core } from '../core/core-client.ts'
import type { Elements } from './elements.ts'
import type { ListedParts } from './part-list.ts'
import { countedParts, printCentsOf } from './part-price.ts'
import { chosenFile, type KnownPart, type PartState, printedFile } from './part-state.ts'
import { checkPrintable } from './read-part.ts'

/** Little can be saved on a cheaper part, and a finer mesh takes seconds. */
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
      this.#page.acceptHollow.textContent = `Hollow it and save ${money(cents)}`
    } else if (part !== null && this.#isUnknown(part, country)) {
      this.#timer = setTimeout(() => void this.#findOut(part), pauseMs)
    }
  }

  /** What the total of the page becomes cheaper: the postage of a smaller one may have to be paid. */
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
    // A part that would be refused is not offered.
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

/** null while something is to be done with the part, and for one that cannot be hollowed. */
function solidPart(part: PartState): KnownPart | null {
  const { finding, isReading, isEstimating, changes } = part
  if (finding.state !== 'known' || finding.refused !== null || finding.isInspecting) return null
  if (isReading || isEstimating || isChanging(changes)) return null
  const { measurement } = finding
  return measurement.kind === 'mesh' && measurement.report.triangles <= maxTriangles
    ? finding
    : null
}
