// The account page works without this file; it adds copying, a question before what cannot be undone, and makes sure
// that reloading a page that shows a secret does not make another one.
if (location.pathname !== '/account' && document.querySelector('[data-answer]')) {
  history.replaceState(null, '', '/account')
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null || navigator.clipboard === undefined) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
  })
}

for (const form of document.querySelectorAll('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault()
  })
}
