// The address form of the checkout.
import { stateOfZip } from '../../domain/catalog/zip-states.ts'

/** A US ZIP code has one state, so it is filled in. A state that was typed stays. */
const zip = document.querySelector<HTMLInputElement>('[data-state-of]')
const state = document.getElementById(zip?.dataset['stateOf'] ?? '')
if (zip !== null && state instanceof HTMLInputElement) {
  // A state that was filled in before the page was shown again is replaced as well.
  let filled = state.value === stateOfZip(zip.value) ? state.value : ''
  zip.addEventListener('input', () => {
    if (state.value !== filled) return
    filled = stateOfZip(zip.value) ?? ''
    state.value = filled
  })
}

/** Selecting another country submits its form immediately, with the button that has this value. */
for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-sends]')) {
  select.addEventListener('change', () => {
    const { form } = select
    const button = form?.querySelector<HTMLButtonElement>(
      `button[value="${select.dataset['sends']}"]`,
    )
    if (form !== null && button != null) form.requestSubmit(button)
  })
}
