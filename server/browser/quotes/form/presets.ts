// Strength in words, quantities at which a part becomes cheaper, and the summary of Advanced. They write the form's
// fields, so that everything else reacts as if the user had typed them.

import { domesticCountry } from '../../../domain/catalog/countries.ts'
import type { PrintOptions } from '../../../domain/catalog/options.ts'
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { priceOrder } from '../../../domain/pricing/price-order.ts'
import { quantityBreaks } from '../../../domain/pricing/quantity-breaks.ts'
import type { PricedMeasurement } from '../../../domain/pricing/weigh-part.ts'
import { advancedText } from '../../../pages/quotes/options/advanced-text.ts'
import {
  breaksText,
  discountText,
  eachText,
  generalBreaksText,
} from '../../../pages/quotes/options/breaks-text.ts'
import { BreakPills } from '../../../pages/quotes/options/options.tsx'
import { words } from '../../base/page-words.ts'
import { showMarkup } from '../../base/show-markup.ts'
import { optionsOf, readFields } from './fields.ts'

export function followPresets(form: HTMLFormElement): void {
  form.querySelector('#strength')?.removeAttribute('hidden')
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { infill, break: quantity } = button?.dataset ?? {}
    if (infill !== undefined) write(form, 'infill', infill)
    if (quantity !== undefined) write(form, 'quantity', quantity)
  })
  form.addEventListener('input', () => renderPresets(form))
  renderPresets(form)
}

function write(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function renderPresets(form: HTMLFormElement): void {
  const fields = readFields(form)
  const infill = fields.get('infill') ?? ''
  for (const button of form.querySelectorAll<HTMLElement>('[data-infill]')) {
    button.setAttribute('aria-pressed', String(button.dataset['infill'] === infill))
  }
  const now = form.querySelector('#advanced-now')
  const { layerHeight, nozzleDiameter } = optionsOf(fields)
  const shown = { infill, layerHeightMm: layerHeight, nozzleMm: nozzleDiameter }
  if (now !== null) now.textContent = advancedText(words, shown)
}

type Known = {
  readonly explanation: PriceExplanation
  readonly measurement: PricedMeasurement
  readonly options: PrintOptions
}

/** If `known` is null, shows the rule in words. */
export function renderBreaks(
  { pills, text }: { readonly pills: HTMLElement; readonly text: HTMLElement },
  known: Known | null,
): void {
  const found = known === null ? [] : pillsOf(known)
  pills.hidden = found.length === 0
  if (known === null) {
    text.textContent = generalBreaksText(words)
  } else {
    text.textContent =
      found.length === 0
        ? breaksText(words, known.explanation, [])
        : discountText(words, known.explanation)
  }
  const markup = BreakPills({ pills: found })
  const html = String(markup)
  // Keeps a focused button when nothing changed.
  if (pills.dataset['shown'] === html) return
  pills.dataset['shown'] = html
  const focused = document.activeElement
  const place =
    focused instanceof HTMLElement && pills.contains(focused) ? focused.dataset['break'] : ''
  showMarkup(pills, markup)
  if (place) pills.querySelector<HTMLElement>(`[data-break="${place}"]`)?.focus()
}

/**
 * Returns one, and each quantity at which a part becomes cheaper. Empty if the minimum price cancels out the discounts.
 */
function pillsOf({ measurement, options, explanation }: Known) {
  const one = { ...options, quantity: 1 }
  const breaks = quantityBreaks(measurement, one)
  if (breaks.length === 0) return []
  const single = priceOrder(measurement, one, domesticCountry)?.printCents ?? null
  const quantities = [1, ...breaks.map(({ fromQuantity }) => fromQuantity)]
  const chosen = Math.max(...quantities.filter((quantity) => quantity <= explanation.quantity))
  return [
    ...(single === null
      ? []
      : [{ quantity: 1, each: eachText(words, single, 1), isChosen: chosen === 1 }]),
    ...breaks.map(({ fromQuantity, printCents }) => ({
      quantity: fromQuantity,
      each: eachText(words, printCents, fromQuantity),
      isChosen: chosen === fromQuantity,
    })),
  ]
}
