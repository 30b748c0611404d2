// Pages work without this script. It adds copy buttons and confirmation prompts, and replaces the URL of a page that
// shows a secret, so that reloading it does not create another secret.
if (location.pathname !== '/account' && document.querySelector('[data-secret]')) {
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
