// Pages work without this script. It adds copy buttons, confirmation prompts and busy buttons, shows times in the reader's time zone, and replaces
// the URL of a page that shows a secret, so that reloading it does not create another secret.
const secretPage = document.querySelector('[data-secret]')?.dataset.secret
if (secretPage !== undefined && location.pathname !== secretPage) {
  history.replaceState(null, '', secretPage)
}

const resets = new Map()
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null || navigator.clipboard === undefined) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
    clearTimeout(resets.get(button))
    resets.set(
      button,
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000),
    )
  })
}

for (const form of document.querySelectorAll('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault()
  })
}

const local = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
for (const time of document.querySelectorAll('time[datetime]')) {
  time.title = time.textContent
  time.textContent = local.format(new Date(time.dateTime))
}

/** A second click on a button that is at work sends nothing. */
const working = new Map()
for (const form of document.querySelectorAll('form[data-busy]')) {
  form.addEventListener('submit', (event) => {
    if (working.has(form)) {
      event.preventDefault()
      return
    }
    working.set(form, [event.submitter, event.submitter?.textContent])
    form.setAttribute('aria-busy', 'true')
    if (event.submitter !== null) event.submitter.textContent = form.dataset.busy
  })
}

/** The page may come back from the browser's memory, with the buttons as they were left. */
addEventListener('pageshow', () => {
  for (const [form, [button, text]] of working) {
    form.removeAttribute('aria-busy')
    if (button !== null) button.textContent = text
  }
  working.clear()
})
