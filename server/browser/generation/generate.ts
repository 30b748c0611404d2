// Page that requests a generation. The price follows the form, and photos can be dropped, pasted and previewed.

import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { formCost, formRefineCost, formSize } from '../../domain/generation/request/form-cost.ts'
import { SizePrices } from '../../pages/generation/size-prices.tsx'
import { byId } from '../base/elements.ts'
import { showMarkup } from '../base/show-markup.ts'
import { followPhotos } from './photos.ts'

const form = byId('generate', HTMLFormElement)
const cost = byId('credit-cost', HTMLElement)
const prices = byId('size-prices', HTMLElement)
const refineCost = byId('refine-cost', HTMLElement)
const refineCredits = byId('refine-credits', HTMLElement)
const submit = document.getElementById('submit')
const short = document.getElementById('short')

document.documentElement.classList.add('scripted')

function showCost(): void {
  const fields = new Map<string, string>()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields.set(name, value)
  }
  showMarkup(prices, SizePrices({ size: formSize(fields) }))
  const credits = formCost(fields)
  cost.textContent = creditsText(credits)
  const later = formRefineCost(fields)
  refineCost.hidden = later === null
  refineCredits.textContent = later === null ? '' : creditsText(later)
  if (submit !== null) submit.textContent = `Generate for ${creditsText(credits)}`
  const balance = cost.dataset['balance'] ?? ''
  if (short !== null && balance !== '') short.hidden = Number(balance) >= credits
}

form.addEventListener('input', showCost)
// A second click would start a second generation. The form keeps its values, in case the user returns to the page.
form.addEventListener('submit', (event) => {
  if (form.getAttribute('aria-busy') === 'true') event.preventDefault()
  form.setAttribute('aria-busy', 'true')
})
addEventListener('pageshow', () => form.removeAttribute('aria-busy'))
followPhotos(form, showCost)
showCost()
