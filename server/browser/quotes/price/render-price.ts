// Price panel, recomputed with the server's rules after every change.
import { type ShippingPace, shipDate } from '../../../domain/lead-time/ship-date.ts'
import { workOfLines } from '../../../domain/orders/record/order-lines.ts'
import { planPart, sizeToPlan } from '../../../domain/planning/plan-part.ts'
import { addPostage } from '../../../domain/pricing/postage.ts'
import { shipsByText } from '../../../pages/base/line-text.ts'
import { pricedSupports } from '../../../pages/base/supports-line.ts'
import { checkoutPath, withCountry } from '../../../pages/cart/with-country.ts'
import { isColorMissing } from '../../../pages/quotes/options/order-fields.ts'
import { postagePhrase } from '../../../pages/quotes/price/postage-text.ts'
import { NoPrice, PriceLines, WhyThisPrice } from '../../../pages/quotes/price/price-lines.tsx'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import { basketCount } from '../basket/basket-count.ts'
import type { Elements } from '../form/elements.ts'
import { renderBreaks } from '../form/presets.ts'
import { type Counted, countedParts, explainPart, readyParts } from '../parts/part-price.ts'
import { fieldProblems, type PartState } from '../parts/part-state.ts'
import { isAllAdded, notReadyText } from '../parts/part-status.ts'

export type PriceInput = {
  readonly parts: readonly PartState[]
  readonly active: PartState | null
  readonly country: string
  readonly pace: ShippingPace | null
  readonly now: Date
  /** Whether a size or wall thickness is being typed. */
  readonly isTyping: boolean
  /** Whether parts are being added to the basket. */
  readonly isAdding: boolean
}

export function renderPrice(page: Elements, input: PriceInput): void {
  const { parts, active, country } = input
  const counted = countedParts(parts, country)
  const explanation = active === null ? null : explainPart(active, country)
  const isCounted = active !== null && counted.parts.includes(active)
  const others = counted.parts.length - (isCounted ? 1 : 0)
  const ownCents = isCounted ? (explanation?.price.printCents ?? 0) : 0
  const otherCents = counted.printCents - ownCents
  renderButtons(page, input)
  page.priceBar.hidden = active === null
  page.why.hidden = explanation === null
  if (explanation === null) {
    showMarkup(page.priceLines, NoPrice({ words, text: noPriceText(active), others, otherCents }))
    renderBreaks({ pills: page.breakPills, text: page.breaks }, null)
  } else {
    const sum = addPostage(counted.printCents, country)
    const note = isCounted ? '' : notCountedText(active)
    const view = { explanation, otherCents, ...sum, printed: printedText(active), note }
    showMarkup(page.priceLines, PriceLines({ words, view, parts: others + 1 }))
    showMarkup(page.whyLines, WhyThisPrice({ words, view, country }))
    if (active?.finding.state === 'known') {
      const { measurement } = active.finding
      const known = { explanation, measurement, options: active.options }
      renderBreaks({ pills: page.breakPills, text: page.breaks }, known)
    }
  }
  renderTotal(page, input, counted)
}

/** Returns the note next to the price of a part that is not in the total. */
const notCountedText = (part: PartState | null): string =>
  words.text(part?.isAdded === true ? 'sum.inBasket' : 'sum.notInTotal')

function printedText(part: PartState | null): string | null {
  if (part?.finding.state !== 'known' || part.finding.supports === null) return null
  return pricedSupports(words, part.finding.supports, part.options.material)
}

function renderButtons(page: Elements, { parts, country, isTyping, isAdding }: PriceInput): void {
  page.notReady.textContent = notReadyText(parts)
  // The element shows the progress of the upload.
  if (isAdding) return
  const ready = readyParts(parts, country).length
  const mayAsk = ready === 0 && parts.some(({ fields }) => isColorMissing(fields))
  // Prevents sending a price of outdated choices.
  const isDisabled =
    isTyping || parts.some(({ isReading }) => isReading) || (ready === 0 && !mayAsk)
  const { add, checkOut, barAdd, barCheckOut } = page
  const isAdded = isAllAdded(parts)
  for (const button of [add, checkOut, barAdd, barCheckOut]) {
    button.disabled = isDisabled
    button.hidden = isAdded
  }
  for (const way of page.ways) way.hidden = !isAdded
  page.toBasket.href = page.barToBasket.href = withCountry('/basket', country)
  page.toCheckOut.href = page.barToCheckOut.href = checkoutPath(country)
  add.textContent = addLabel(ready, parts.length)
  barAdd.textContent = shortLabel(ready, parts.length)
  checkOut.textContent = words.text('add.checkOut')
  barCheckOut.textContent = words.text('add.checkOutShort')
}

/** Label for the bar on phones. */
const shortLabel = (ready: number, parts: number): string =>
  parts === 1 || ready === 0
    ? words.text('add.short')
    : words.text('add.shortParts', { count: words.count(ready) })

function addLabel(ready: number, parts: number): string {
  if (ready === 0 || parts === 1) return words.text('add.add')
  return ready === parts
    ? words.text('add.parts', { count: words.count(parts) })
    : words.text('add.some', { ready: words.count(ready), count: words.count(parts) })
}

/** Renders the total. All priced parts share one postage. */
function renderTotal(page: Elements, input: PriceInput, counted: Counted): void {
  const { country } = input
  if (counted.parts.length === 0) {
    page.postage.textContent = ''
    page.total.textContent = '–'
    page.barTotal.textContent = '–'
    page.shipsBy.textContent = ''
    page.barNote.textContent = ''
    return
  }
  const { shippingCents, totalCents } = addPostage(counted.printCents, country)
  page.postage.textContent = postagePhrase(words, shippingCents)
  const total = words.money(totalCents)
  if (page.total.textContent !== total && page.total.textContent !== '–') {
    page.announce.textContent = words.text('sum.announce', { amount: total })
  }
  page.total.textContent = total
  page.barTotal.textContent = total
  page.shipsBy.textContent = shipsBy(input, counted.parts)
  // Excludes parts that are already in the basket.
  const isOfThese = basketCount() > 0
  page.totalLabel.textContent = words.text(isOfThese ? 'sum.theseTotal' : 'sum.total')
  const days = page.shipsBy.textContent
  page.barNote.textContent = words.text(isOfThese ? 'sum.theseBar' : 'sum.bar', { days })
}

function noPriceText(active: PartState | null): string {
  if (active === null) return words.text('sum.empty')
  if (active.finding.state === 'reading') return words.text('sum.reading')
  const isWrong = active.isShapeWrong || fieldProblems(active).size > 0
  return words.text(isWrong ? 'sum.correct' : 'sum.noPrice')
}

/** Returns the ship date of the parcel: when its last part is printed, as for an order. */
function shipsBy({ pace, now, country }: PriceInput, priced: readonly PartState[]): string {
  // Until the prints are estimated, the day could be earlier than the day that the order promises.
  const isPending = priced.some(({ isEstimating, finding }) => {
    if (finding.state !== 'known' || isEstimating || finding.isInspecting) return true
    // The core failed after the price was known.
    return finding.measurement.kind === 'mesh' && finding.inspection === null
  })
  if (pace === null || isPending) return ''
  const lines = priced.flatMap((part) => {
    const price = explainPart(part, country)?.price
    if (price === undefined || part.finding.state !== 'known') return []
    const { options, finding } = part
    const sizeMm = sizeToPlan(finding.measurement)
    const { plannedSeconds } = planPart({ options, price, sizeMm }, finding.estimate)
    return [{ options, price, plannedSeconds }]
  })
  const { calendar } = pace
  const date = shipDate(pace, workOfLines(lines), { now, calendar })
  return shipsByText(words, date, { country, timeZone: calendar.timeZone })
}
