// The form of the basket's quantities, which is saved on change.
import { showPrice } from './line-settings.ts'
import { bodyOf, isInSameLanguage, pageOf, replaceContent } from './sent-forms.ts'

type QuantityField = {
  readonly field: HTMLInputElement
  /** The quantity that the page showed. */
  readonly shown: HTMLInputElement
  readonly sent: string
}

function quantityFields(): readonly QuantityField[] {
  return [...document.querySelectorAll<HTMLInputElement>('[data-shown]')].flatMap((shown) => {
    const field = document.getElementById(shown.dataset['shown'] ?? '')
    return field instanceof HTMLInputElement ? [{ field, shown, sent: field.value }] : []
  })
}

/** Shows the quantity of the response, except where another one was typed since the form was sent. */
function showQuantity({ field, shown, sent }: QuantityField, page: Document, isSaved: boolean) {
  const [nowField, nowShown] = [page.getElementById(field.id), page.getElementById(shown.id)]
  if (!(nowField instanceof HTMLInputElement && nowShown instanceof HTMLInputElement)) return
  if (field.value === sent) {
    field.value = nowField.value
    shown.value = nowShown.value
  } else if (isSaved) {
    shown.value = sent
  }
}

/** Saves the basket on change. Redraws only what depends on the change, so the focus is preserved. */
async function save(form: HTMLFormElement): Promise<void> {
  if (!form.checkValidity()) return
  const quantities = quantityFields()
  // The form may be followed by a click that leaves the page.
  const request = { method: 'POST', body: bodyOf(form), keepalive: true }
  const response = await fetch(form.action, request)
  // A line of this page was removed, and the server has stored the quantities of the others. A regular submit of the form
  // shows the current basket and the reason.
  if (response.status === 404) {
    form.submit()
    return
  }
  const page = await pageOf(response)
  if (page.getElementById(form.id) === null) {
    // The order of a line is being paid, or the basket is empty.
    if (response.ok && response.redirected) location.assign(response.url)
    return
  }
  const isSameLanguage = isInSameLanguage(page)
  // Nothing was saved. A regular submit of the form fails for the same reason and shows it.
  if (!isSameLanguage && !response.ok) {
    form.submit()
    return
  }
  for (const quantity of quantities) showQuantity(quantity, page, response.ok)
  if (!isSameLanguage) {
    // A quantity typed in the meantime is saved first.
    if (!isWaiting) location.assign(response.url)
    return
  }
  for (const place of document.querySelectorAll('[data-saved]')) replaceContent(place, page)
  // A shown price applied to the previous quantity.
  for (const edit of response.ok ? document.querySelectorAll<HTMLFormElement>('[data-edit]') : []) {
    if (edit.elements.namedItem('shownCents') !== null) void showPrice(edit)
  }
}

let saving: Promise<void> | null = null
let isWaiting = false
/** Runs one save at a time, because each states the quantities that the previous one stored. */
export function saveInTurn(form: HTMLFormElement): void {
  isWaiting = true
  saving ??= saveWaiting(form)
}

async function saveWaiting(form: HTMLFormElement): Promise<void> {
  while (isWaiting) {
    isWaiting = false
    // If there is no response, the form's buttons can still save it.
    await save(form).catch(() => {})
  }
  saving = null
}

/** Resolves as soon as no quantity is being saved. A price that is requested earlier may apply to the previous quantity. */
export const quantitiesSaved = async (): Promise<void> => {
  await saving
}
