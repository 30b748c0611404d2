// The script of the basket and the checkout. Both pages work without it.
import '../accounts/account.ts'
import './address.ts'
import { showPrice } from './line-settings.ts'
import { quantitiesSaved, saveInTurn } from './quantities.ts'

for (const button of document.querySelectorAll<HTMLElement>('[data-without-script]')) {
  button.hidden = true
}

const formOf = ({ target }: Event): HTMLFormElement | null =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.form : null

// The listener is on the document, because the forms of lines that another window has changed are replaced.
document.addEventListener('change', (event) => {
  const form = formOf(event)
  if (form?.dataset['autosave'] !== undefined) saveInTurn(form)
  if (form?.dataset['edit'] !== undefined) void quantitiesSaved().then(() => showPrice(form))
})
