// The address form of the checkout.
import { stateOfZip } from '../../domain/catalog/zip-states.ts'

/** Fills in the state of a US ZIP code. A state that the visitor typed stays. */
const zip = document.querySelector<HTMLInputElement>('[data-state-of]')
const state = document.getElementById(zip?.dataset['stateOf'] ?? '')
if (zip !== null && state instanceof HTMLInputElement) {
  // A state that was filled in before the browser restored the page is replaced as well.
  let filled = state.value === stateOfZip(zip.value) ? state.value : ''
  zip.addEventListener('input', () => {
    if (state.value !== filled) return
    filled = stateOfZip(zip.value) ?? ''
    state.value = filled
  })
}

/** Submits the form as soon as another country is selected, with the button that has this value. */
for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-sends]')) {
  select.addEventListener('change', () => {
    const { form } = select
    const button = form?.querySelector<HTMLButtonElement>(
      `button[value="${select.dataset['sends']}"]`,
    )
    if (form !== null && button != null) form.requestSubmit(button)
  })
}
