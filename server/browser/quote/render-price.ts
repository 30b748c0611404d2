// The price panel: recomputed by the server's own rules at every change.
import { type FarmPace, shipsInDays } from '../../domain/lead-time/lead-time.ts'
import { explainPrice, type PriceExplanation } from '../../domain/pricing/explain-price.ts'
import { addPostage } from '../../domain/pricing/postage.ts'
import { money } from '../../pages/base/money.ts'
import { pricedSupports } from '../../pages/base/supports-line.ts'
import { isColorMissing } from '../../pages/quote/order-fields.ts'
import { postageText } from '../../pages/quote/postage-text.ts'
import { NoPrice, PriceLines, WhyThisPrice } from '../../pages/quote/price-lines.tsx'
import { shipsByText } from '../../pages/quote/ships-by.ts'
import { showMarkup } from '../base/show-markup.ts'
import type { Elements } from './elements.ts'
import { fieldProblems, type PartState } from './part-state.ts'
import { notReadyText, statusOf } from './part-status.ts'
import { renderBreaks } from './presets.ts'

/** null while the file is read, for a part that cannot be printed or has no price, and while a value of its form is out of range. */
export function explainPart(part: PartState, country: string): PriceExplanation | null {
  const { finding, options, isShapeWrong } = part
  if (finding.state !== 'known' || finding.refused !== null) return null
  if (isShapeWrong || fieldProblems(part).size > 0) return null
  return explainPrice(finding.measurement, options, country)
}

/** The parts that have a price. */
const pricedParts = (parts: readonly PartState[], country: string): readonly PartState[] =>
  parts.filter((part) => explainPart(part, country) !== null)

export type PriceInput = {
  readonly parts: readonly PartState[]
  readonly active: PartState | null
  readonly country: string
  readonly pace: FarmPace | null
  readonly now: Date
  /** A size or a wall is being typed. */
  readonly isTyping: boolean
  /** Parts are on their way into the basket. */
  readonly isAdding: boolean
}

export function renderPrice(page: Elements, input: PriceInput): void {
  const { parts, active, country } = input
  const priced = countedParts(parts, country)
  const explanation = active === null ? null : explainPart(active, country)
  const others = priced.filter((part) => part !== active)
  const otherCents = others.reduce((sum, part) => sum + printCentsOf(part, country), 0)
  renderButtons(page, input)
  page.priceBar.hidden = active === null
  page.why.hidden = explanation === null
  if (explanation === null) {
    showMarkup(
      page.priceLines,
      NoPrice({ text: noPriceText(active), others: others.length, otherCents }),
    )
    renderBreaks({ pills: page.breakPills, text: page.breaks }, null)
  } else {
    const sum = addPostage(explanation.price.printCents + otherCents, country)
    const view = { explanation, otherCents, ...sum, printed: printedText(active) }
    showMarkup(page.priceLines, PriceLines({ view, parts: others.length + 1 }))
    showMarkup(page.whyLines, WhyThisPrice({ view, country }))
    if (active?.finding.state === 'known') {
      const { measurement } = active.finding
      const known = { explanation, measurement, options: active.options }
      renderBreaks({ pills: page.breakPills, text: page.breaks }, known)
    }
  }
  renderTotal(page, input, priced)
}

function printedText(part: PartState | null): string | null {
  if (part?.finding.state !== 'known' || part.finding.supports === null) return null
  return pricedSupports(part.finding.supports, part.options.material)
}

const printCentsOf = (part: PartState, country: string): number =>
  explainPart(part, country)?.price.printCents ?? 0

function renderButtons(page: Elements, { parts, country, isTyping, isAdding }: PriceInput): void {
  page.notReady.textContent = notReadyText(parts)
  // It says how far the upload is.
  if (isAdding) return
  const ready = readyParts(parts, country).length
  const [only] = parts
  const mayAsk = ready === 0 && parts.some(({ fields }) => isColorMissing(fields))
  // A price of an earlier state of the choices is not sent.
  const isDisabled =
    isTyping || parts.some(({ isReading }) => isReading) || (ready === 0 && !mayAsk)
  const isAdded = parts.length === 1 && only?.isAdded === true
  const { add, checkOut, barAdd, barCheckOut } = page
  for (const button of [add, checkOut, barAdd, barCheckOut]) button.disabled = isDisabled
  add.textContent = isAdded ? 'In the basket' : addLabel(ready, parts.length)
  barAdd.textContent = isAdded ? 'Added' : shortLabel(ready, parts.length)
  checkOut.textContent = 'Check out now'
  barCheckOut.textContent = 'Check out'
}

/** For the bar of a phone. */
const shortLabel = (ready: number, parts: number): string =>
  parts === 1 || ready === 0 ? 'Add' : `Add ${ready}`

function addLabel(ready: number, parts: number): string {
  if (ready === 0 || parts === 1) return 'Add to basket'
  return ready === parts
    ? `Add ${parts} parts to basket`
    : `Add ${ready} of ${parts} parts to basket`
}

/** The parts that the total is of: those that would be added, or else all that have a price. */
function countedParts(parts: readonly PartState[], country: string): readonly PartState[] {
  const ready = readyParts(parts, country)
  return ready.length > 0 ? ready : pricedParts(parts, country)
}

/** The parts that can be added to the basket and are not in it. */
export const readyParts = (parts: readonly PartState[], country: string): readonly PartState[] =>
  parts.filter((part) => statusOf(part).kind === 'ready' && explainPart(part, country) !== null)

/** One postage for all parts that have a price. */
function renderTotal(page: Elements, input: PriceInput, priced: readonly PartState[]): void {
  const { country } = input
  if (priced.length === 0) {
    page.postage.textContent = ''
    page.total.textContent = '–'
    page.barTotal.textContent = '–'
    page.shipsBy.textContent = ''
    page.barNote.textContent = ''
    return
  }
  const printCents = priced.reduce((sum, part) => sum + printCentsOf(part, country), 0)
  const { shippingCents, totalCents } = addPostage(printCents, country)
  page.postage.textContent = postageText(shippingCents)
  const total = money(totalCents)
  if (page.total.textContent !== total && page.total.textContent !== '–') {
    page.announce.textContent = `Total ${total}`
  }
  page.total.textContent = total
  page.barTotal.textContent = total
  page.shipsBy.textContent = shipsBy(input, priced)
  page.barNote.textContent = `with postage. ${page.shipsBy.textContent}`
}

function noPriceText(active: PartState | null): string {
  if (active === null) return 'The price appears as soon as the file is read.'
  if (active.finding.state === 'reading') return 'Reading the file…'
  const isWrong = active.isShapeWrong || fieldProblems(active).size > 0
  return isWrong
    ? 'Correct the marked field to see the price of this part.'
    : 'This part has no price yet.'
}

/** The last of the parts decides. */
function shipsBy({ pace, now, country }: PriceInput, priced: readonly PartState[]): string {
  if (pace === null) return ''
  const days = priced.flatMap((part) => {
    const price = explainPart(part, country)?.price
    if (price === undefined) return []
    const hoursPerPart = price.centihoursPerPart / 100
    return [shipsInDays(pace, { hoursPerPart, quantity: part.options.quantity })]
  })
  const day = new Date(now)
  day.setDate(day.getDate() + Math.max(1, ...days))
  return shipsByText(day)
}
