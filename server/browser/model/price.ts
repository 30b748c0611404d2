// The price of a stored model, by the server's own rules at every change of the options.
import { domesticCountry } from '../../domain/catalog/countries.ts'
import { explainPrice } from '../../domain/pricing/explain-price.ts'
import { quantityBreaks } from '../../domain/pricing/quantity-breaks.ts'
import { breaksText } from '../../pages/quote/breaks-text.ts'
import { PriceLines, WhyThisPrice } from '../../pages/quote/price-lines.tsx'
import { byId } from '../base/elements.ts'
import { showMarkup } from '../base/show-markup.ts'
import { colorWords, optionsOf, problemsOf, readFields } from '../quote/fields.ts'
import { markField } from '../quote/mark-field.ts'

/** A page whose model cannot be printed has no price. */
export function followPrice(form: HTMLFormElement): void {
  const volumeCm3 = Number(form.dataset['volumeCm3'])
  if (!(volumeCm3 > 0)) return
  const page = {
    lines: byId('price-lines', HTMLElement),
    note: byId('price-note', HTMLElement),
    why: byId('why-lines', HTMLElement),
    expected: byId('expectedCents', HTMLInputElement),
    infill: byId('infill', HTMLInputElement),
    layerHeight: byId('layerHeight', HTMLInputElement),
    quantity: byId('quantity', HTMLInputElement),
    breaks: byId('breaks', HTMLElement),
  }
  const show = () => {
    const fields = readFields(form)
    const problems = problemsOf(fields)
    for (const name of ['infill', 'layerHeight', 'quantity'] as const) {
      markField(page[name], problems.get(name) ?? '')
    }
    if (problems.size > 0) {
      page.lines.textContent = ''
      page.note.textContent = 'Correct the marked field to see the price.'
      return
    }
    const options = optionsOf(fields)
    page.layerHeight.placeholder = String(options.layerHeight)
    const measurement = { kind: 'mesh', report: { volumeCm3 } } as const
    const explanation = explainPrice(measurement, options, domesticCountry)
    if (explanation === null) return
    const { shippingCents, totalCents, printCents } = explanation.price
    const view = { explanation, otherCents: 0, shippingCents, totalCents }
    showMarkup(page.lines, PriceLines({ view, parts: 1 }))
    showMarkup(page.why, WhyThisPrice({ view, country: domesticCountry }))
    page.breaks.textContent = breaksText(explanation, quantityBreaks(measurement, options))
    page.expected.value = String(printCents)
    page.note.textContent = `${colorWords(fields)} ${options.material.toUpperCase()}, ${options.quality} quality, before postage.`
  }
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      page.quantity.stepUp(Number(button.dataset['step']))
      show()
    })
  }
  form.addEventListener('input', show)
  show()
}
