// The price panel: recomputed by the server's own rules at every change.
import { Html } from '@elysiajs/html'
import { type FarmPace, shipsInDays } from '../../domain/lead-time/lead-time.ts'
import { explainPrice, type PriceExplanation } from '../../domain/pricing/explain-price.ts'
import { addPostage } from '../../domain/pricing/postage.ts'
import { bulkDiscountPercent, bulkThresholds } from '../../domain/pricing/subtotal.ts'
import { money } from '../../pages/base/money.ts'
import { postageText } from '../../pages/quote/postage-text.ts'
import { PriceLines, type PriceView, WhyThisPrice } from '../../pages/quote/price-lines.tsx'
import { shipsByText } from '../../pages/quote/ships-by.ts'
import type { Elements } from './elements.ts'
import type { PartState } from './part-state.ts'

/** null while the file is read, and for a part that cannot be printed or has no price. */
export function explainPart(
  { finding, options }: PartState,
  country: string,
): PriceExplanation | null {
  if (finding.state !== 'known' || finding.refused !== null) return null
  return explainPrice(finding.measurement, options, country)
}

export type PriceInput = {
  readonly parts: readonly PartState[]
  readonly active: PartState | null
  readonly country: string
  readonly pace: FarmPace | null
  readonly now: Date
}

/** The parts together, with one postage. null when the active part has no price. */
export function priceView({ parts, active, country }: PriceInput): PriceView | null {
  const explanation = active === null ? null : explainPart(active, country)
  if (explanation === null) return null
  const otherCents = parts
    .filter((part) => part !== active)
    .reduce((sum, part) => sum + (explainPart(part, country)?.price.printCents ?? 0), 0)
  const { shippingCents, totalCents } = addPostage(
    explanation.price.printCents + otherCents,
    country,
  )
  return { explanation, otherCents, shippingCents, totalCents }
}

export function renderPrice(page: Elements, input: PriceInput): void {
  const { parts, active, country } = input
  const view = priceView(input)
  page.add.disabled = view === null
  page.why.hidden = view === null
  page.priceBar.hidden = active === null
  const barButton = page.priceBar.querySelector('button')
  if (barButton !== null) barButton.disabled = view === null
  const label = parts.length > 1 ? `Add ${parts.length} parts to basket` : 'Add to basket'
  page.add.textContent = label
  if (view === null) {
    page.priceLines.innerHTML = `<p class="muted empty">${noPriceText(active)}</p>`
    page.postage.textContent = ''
    page.total.textContent = '–'
    page.barTotal.textContent = '–'
    page.shipsBy.textContent = ''
    page.barNote.textContent = ''
    return
  }
  const { explanation, shippingCents, totalCents } = view
  page.priceLines.innerHTML = String(Html.createElement(PriceLines, { view, parts: parts.length }))
  page.whyLines.innerHTML = String(Html.createElement(WhyThisPrice, { view, country }))
  page.postage.textContent = postageText(shippingCents)
  const total = money(totalCents)
  if (page.total.textContent !== total && page.total.textContent !== '–') {
    page.announce.textContent = `Total ${total}`
  }
  page.total.textContent = total
  page.barTotal.textContent = total
  page.shipsBy.textContent = shipsBy(input, country)
  page.barNote.textContent = page.shipsBy.textContent
  page.breaks.textContent = breaksText(explanation.quantity)
}

const noPriceText = (active: PartState | null): string => {
  if (active === null) return 'The price appears as soon as the file is read.'
  return active.finding.state === 'reading' ? 'Reading the file…' : 'This part has no price yet.'
}

/** The last of the parts decides. */
function shipsBy({ parts, pace, now }: PriceInput, country: string): string {
  if (pace === null) return ''
  const days = parts.flatMap((part) => {
    const price = explainPart(part, country)?.price
    if (price === undefined) return []
    const hoursPerPart = price.hoursHundredthsPerPart / 100
    return [shipsInDays(pace, { hoursPerPart, quantity: part.options.quantity })]
  })
  const day = new Date(now)
  day.setDate(day.getDate() + Math.max(1, ...days))
  return shipsByText(day)
}

/** What the next break saves. */
function breaksText(quantity: number): string {
  const next = bulkThresholds.find((from) => from > quantity)
  const now = bulkDiscountPercent(quantity)
  const saved = now === 0 ? '' : `${now}% off. `
  if (next === undefined) return saved.trim()
  return `${saved}${next} or more: ${bulkDiscountPercent(next)}% off`
}
