// Forms that are sent once: a second press of their button sends nothing.

type Busy = { readonly button: HTMLElement | null; readonly text: string }

/** Guards the forms with `data-busy`, which is the text of the pressed button until the response arrives. */
export function guardBusyForms(): void {
  /** Forms being sent. */
  const working = new Map<HTMLFormElement, Busy>()
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) {
    form.addEventListener('submit', (event) => {
      if (working.has(form)) {
        event.preventDefault()
        return
      }
      const button = event.submitter
      working.set(form, { button, text: button?.textContent ?? '' })
      form.setAttribute('aria-busy', 'true')
      if (button !== null) button.textContent = form.dataset['busy'] ?? ''
    })
  }
  // The page may be restored from the back/forward cache with busy buttons.
  addEventListener('pageshow', () => {
    for (const [form, { button, text }] of working) {
      form.removeAttribute('aria-busy')
      if (button !== null) button.textContent = text
    }
    working.clear()
  })
}
