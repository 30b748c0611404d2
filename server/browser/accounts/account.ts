// Pages work without this script. It adds copy buttons, confirmation prompts and busy buttons, and shows times in the
// reader's time zone. It also replaces the URL of a page that shows a secret, so that a reload does not create another
// secret.
import { guardBusyForms } from '../base/busy-forms.ts'
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
  const label = button.textContent
  let reset = 0
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent ?? '')
    button.textContent = button.dataset['copied'] ?? 'Copied'
    clearTimeout(reset)
    reset = window.setTimeout(() => {
      button.textContent = label
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

guardBusyForms()
