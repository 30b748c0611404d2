// Price of a stored model, computed with the server's rules after every change of the options.
import { domesticCountry } from '../../domain/catalog/countries.ts'
import { explainPrice } from '../../domain/pricing/explain-price.ts'
import { type SizableMesh, volumeAtSize } from '../../domain/pricing/price-at-size.ts'
import { SizePriceLines } from '../../pages/models/size-choice.tsx'
import { problemsOf } from '../../pages/quotes/options/field-problems.ts'
import { PriceLines, WhyThisPrice } from '../../pages/quotes/price/price-lines.tsx'
import { byId } from '../base/elements.ts'
import { followTerms, readPageTerms } from '../base/page-terms.ts'
import { words } from '../base/page-words.ts'
import { showMarkup } from '../base/show-markup.ts'
import { colorWords, optionsOf, readFields } from '../quotes/form/fields.ts'
import { markField } from '../quotes/form/mark-field.ts'
import { followPresets, renderBreaks } from '../quotes/form/presets.ts'

/** Updates the price. A page whose model cannot be printed has none. */
export function followPrice(form: HTMLFormElement): void {
  const volumeCm3 = Number(form.dataset['volumeCm3'])
  if (!(volumeCm3 > 0)) return
  readPageTerms(form)
  const page = {
    lines: byId('price-lines', HTMLElement),
    note: byId('price-note', HTMLElement),
    why: byId('why-lines', HTMLElement),
    expected: byId('expectedCents', HTMLInputElement),
    infill: byId('infill', HTMLInputElement),
    layerHeight: byId('layerHeight', HTMLInputElement),
    quantity: byId('quantity', HTMLInputElement),
    breaks: byId('breaks', HTMLElement),
    breakPills: byId('break-pills', HTMLElement),
  }
  const size = sizeField(volumeCm3)
  const show = () => {
    const fields = readFields(form)
    const problems = problemsOf(words, fields)
    for (const name of ['infill', 'layerHeight', 'quantity'] as const) {
      markField(page[name], problems.get(name) ?? '')
    }
    const wrongSize = size?.input.validationMessage ?? ''
    if (size !== null) markField(size.input, wrongSize)
    if (problems.size > 0 || wrongSize !== '') {
      page.lines.textContent = ''
      page.note.textContent = 'Correct the marked field to see the price.'
      return
    }
    const options = optionsOf(fields)
    page.layerHeight.placeholder = String(options.layerHeight)
    const report = { volumeCm3: size === null ? volumeCm3 : volumeAtSize(size.mesh, size.mm()) }
    const measurement = { kind: 'mesh', report } as const
    const explanation = explainPrice(measurement, options, domesticCountry)
    if (explanation === null) return
    const { shippingCents, totalCents, printCents } = explanation.price
    const view = { explanation, otherCents: 0, shippingCents, totalCents }
    showMarkup(page.lines, PriceLines({ words, view, parts: 1 }))
    showMarkup(page.why, WhyThisPrice({ words, view, country: domesticCountry }))
    renderBreaks(
      { pills: page.breakPills, text: page.breaks },
      { explanation, measurement, options },
    )
    if (size !== null) {
      const most = Number(size.input.max)
      showMarkup(size.prices, SizePriceLines({ mesh: size.mesh, most, options }))
    }
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
  followPresets(form)
  form.addEventListener('input', show)
  followTerms(form, show)
  show()
}

/** Returns the size field of an account's model, or null on other pages. */
function sizeField(volumeCm3: number) {
  const input = document.getElementById('sizeMm')
  if (!(input instanceof HTMLInputElement)) return null
  const mesh: SizableMesh = { volumeCm3, longestMm: Number(input.dataset['longestMm']) }
  // The field shows one decimal. Its initial value means the stored size.
  const first = input.value
  const mm = () => (input.value === first ? mesh.longestMm : Number(input.value))
  return { input, mesh, mm, prices: byId('size-prices', HTMLElement) }
}
