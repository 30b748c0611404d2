// What a part would cost with a cavity, offered where that saves something. The geometry core hollows it while nothing else is to be
// done; the offer is the price of that very part.
import { inspectSettings } from '../../domain/measurement/inspect-settings.ts'
import { defaultWallMm, isChanging } from '../../domain/measurement/part-changes.ts'
import { sliceSettings } from '../../domain/measurement/slice-settings.ts'
import type { MeshReport } from '../../domain/models/report.ts'
import { explainPrice } from '../../domain/pricing/explain-price.ts'
import { money } from '../../pages/base/money.ts'
import type { Core } from '../core/core-client.ts'
import type { Elements } from './elements.ts'
import { chosenFile, type KnownPart, type PartState } from './part-state.ts'
import { explainPart } from './render-price.ts'

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
  #last: { readonly part: PartState | null; readonly country: string } = { part: null, country: '' }

  constructor(page: Elements, core: Core) {
    this.#page = page
    this.#core = core
  }

  render(part: PartState | null, country: string): void {
    this.#last = { part, country }
    clearTimeout(this.#timer)
    const cents = part === null ? 0 : this.#savingCents(part, country)
    this.#page.hollowOffer.hidden = cents < minSavingCents
    if (cents >= minSavingCents) {
      this.#page.acceptHollow.textContent = `Hollow it and save ${money(cents)}`
    } else if (part !== null && this.#isUnknown(part, country)) {
      this.#timer = setTimeout(() => void this.#findOut(part), pauseMs)
    }
  }

  #savingCents(part: PartState, country: string): number {
    const { finding, options, reading } = part
    const hollowed = this.#known.get(part.id)
    if (finding.state !== 'known' || isChanging(part.changes)) return 0
    if (hollowed?.reading !== reading || hollowed.report === null) return 0
    const now = explainPart(part, country)?.price.printCents
    const measurement = { kind: 'mesh', report: hollowed.report } as const
    const then = explainPrice(measurement, options, country)?.price.printCents
    return now === undefined || then === undefined ? 0 : now - then
  }

  #isUnknown(part: PartState, country: string): boolean {
    return (
      !this.#isRunning &&
      solidPart(part) !== null &&
      this.#known.get(part.id)?.reading !== part.reading &&
      (explainPart(part, country)?.price.printCents ?? 0) >= minPriceCents
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
    this.#isRunning = false
    const isHollow = outcome.kind === 'measured' && outcome.reshaped?.wallMm === defaultWallMm
    this.#known.set(part.id, { reading, report: isHollow ? outcome.report : null })
    this.render(this.#last.part, this.#last.country)
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
