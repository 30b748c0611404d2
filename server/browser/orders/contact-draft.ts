// Keeps what was typed into the contact form of an order page when the visitor chooses another language.

/** Fields that hold typed text. Browsers let no page fill in a file. */
const typed = 'input:not([type="hidden"], [type="file"]), textarea'

/** Stores the entries of `form` when a link of the language switch is followed, and restores them on the next page. */
export function keepContactDraft(form: HTMLFormElement): void {
  const key = `contact-draft:${location.pathname}`
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typed)]
  try {
    const draft = new URLSearchParams(sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
    for (const field of fields) field.value = draft.get(field.name) ?? field.value
    if (draft.size > 0) form.closest('details')?.setAttribute('open', '')
  } catch {
    // The browser blocks the storage.
  }
  for (const link of document.querySelectorAll('.languages a')) {
    link.addEventListener('click', () => {
      if (fields.every((field) => field.value === field.defaultValue)) return
      const entries = fields.map((field) => [field.name, field.value])
      try {
        sessionStorage.setItem(key, new URLSearchParams(entries).toString())
      } catch {
        // The browser blocks the storage, or it is full.
      }
    })
  }
}
