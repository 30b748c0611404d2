// Pages work without this script. It adds copy buttons, confirmation prompts and busy buttons, shows times in the reader's time zone, and
// replaces the URL of a page that shows a secret, so that reloading it does not create another secret.
import { dayAndTime } from '../base/local-time.ts'

const secretPage = document.querySelector<HTMLElement>('[data-secret]')?.dataset['secret']
if (secretPage !== undefined && location.pathname !== secretPage) {
  history.replaceState(null, '', secretPage)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset['copy'] ?? '')
  if (source !== null && 'clipboard' in navigator) copyOnClick(button, source)
}

function copyOnClick(button: HTMLButtonElement, source: HTMLElement): void {
  let reset = 0
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent ?? '')
    button.textContent = 'Copied'
    clearTimeout(reset)
    reset = window.setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset['confirm'])) event.preventDefault()
  })
}

for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
  time.title = time.textContent ?? ''
  time.textContent = dayAndTime.format(new Date(time.dateTime))
}

type Busy = { readonly button: HTMLElement | null; readonly text: string }

/** A second click on a button that is at work sends nothing. */
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

/** The page may come back from the browser's memory, with the buttons as they were left. */
addEventListener('pageshow', () => {
  for (const [form, { button, text }] of working) {
    form.removeAttribute('aria-busy')
    if (button !== null) button.textContent = text
  }
  working.clear()
})

/** Another country is sent with the rest of its form at once, by the button with that value. */
for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-sends]')) {
  select.addEventListener('change', () => {
    const { form } = select
    const button = form?.querySelector<HTMLButtonElement>(
      `button[value="${select.dataset['sends']}"]`,
    )
    if (form !== null && button != null) form.requestSubmit(button)
  })
}

/** The basket is saved as it is changed: only what depends on it is drawn again, and the focus stays. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-autosave]')) {
  for (const button of document.querySelectorAll<HTMLElement>('[data-without-script]')) {
    button.hidden = true
  }
  let newest = 0
  const save = async () => {
    if (!form.checkValidity()) return
    newest += 1
    const mine = newest
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) body.append(name, String(value))
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // A later change is on its way, or the answer is another page.
    if (mine !== newest || page.getElementById(form.id) === null) return
    for (const place of document.querySelectorAll('[data-saved]')) {
      const saved = page.getElementById(place.id)
      if (saved !== null) place.replaceChildren(...saved.childNodes)
    }
  }
  for (const field of form.elements) {
    field.addEventListener('change', () => {
      // Without an answer, the buttons of the form save it.
      save().catch(() => {})
    })
  }
}
