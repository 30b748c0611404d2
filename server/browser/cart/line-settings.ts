// The forms with the print settings of basket lines.
import { bodyOf, isInSameLanguage, pageOf, replaceContent } from './sent-forms.ts'

/** The form of the last price request, and the number of price requests. */
const asked = new Map<string, number>()

/** Shows the price of changed settings immediately. A button saves the settings. */
export async function showPrice(form: HTMLFormElement): Promise<void> {
  const id = form.dataset['edit'] ?? ''
  const mine = (asked.get(id) ?? 0) + 1
  asked.set(id, mine)
  const other = form.elements.namedItem('customColor')
  const color = form.elements.namedItem('color')
  if (
    other instanceof HTMLInputElement &&
    color instanceof HTMLSelectElement &&
    color.value === other.dataset['choice'] &&
    other.value.trim() === ''
  ) {
    return
  }
  const result = document.getElementById(`edit-result-${id}`)
  result?.setAttribute('aria-busy', 'true')
  try {
    const body = bodyOf(form)
    body.set('only', 'price')
    const response = await fetch(form.action, { method: 'POST', body })
    const page = await pageOf(response)
    if (mine === asked.get(id)) showEdited(form, response.status, page)
  } catch {
    // Without a response, the button of the form shows the price.
  } finally {
    if (mine === asked.get(id)) result?.removeAttribute('aria-busy')
  }
}

function showEdited(form: HTMLFormElement, status: number, page: Document): void {
  const id = form.dataset['edit'] ?? ''
  for (const button of page.querySelectorAll('[data-without-script]')) button.remove()
  // Another window changed or removed the line.
  if (status === 404 && page.getElementById(`line-${id}`) === null) location.reload()
  if (!isInSameLanguage(page) && page.getElementById(form.id) !== null) {
    sendAsPage(form)
    return
  }
  const places = status === 409 ? [`line-${id}`, form.id] : []
  const focused = document.activeElement?.id ?? ''
  for (const place of places) {
    const shown = page.getElementById(place)
    if (shown !== null) document.getElementById(place)?.replaceWith(shown)
  }
  if (places.length > 0) {
    document.getElementById(focused)?.focus()
    return
  }
  const buttons = document.getElementById(`edit-buttons-${id}`)
  const hadFocus = buttons?.contains(document.activeElement) === true
  for (const place of document.querySelectorAll(`[data-priced="${id}"]`)) {
    replaceContent(place, page)
  }
  // The button that had the focus was removed.
  if (hadFocus) buttons?.querySelector('button')?.focus()
}

/** Opens the page that shows the price or the failure. Stores nothing. */
function sendAsPage(form: HTMLFormElement): void {
  const only = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: 'only',
    value: 'price',
  })
  form.append(only)
  form.submit()
  // The browser may show this page again when the visitor goes back.
  only.remove()
}
