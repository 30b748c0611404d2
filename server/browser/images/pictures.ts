// Pages with pictures: sends each form once, and shows the progress while the picture is drawn.

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  form.addEventListener('submit', (event) => {
    if (form.getAttribute('aria-busy') === 'true') {
      event.preventDefault()
      return
    }
    form.setAttribute('aria-busy', 'true')
    showProgress(form)
  })
}

// After a restore from the back/forward cache, the forms can be sent again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-once]')) {
    form.removeAttribute('aria-busy')
    const status = form.querySelector('[data-progress]')
    if (status !== null) status.textContent = ''
  }
})

function showProgress(form: HTMLFormElement): void {
  const status = form.querySelector('[data-progress]')
  const words = form.dataset['busy']
  if (status === null || words === undefined) return
  // Announced once. Otherwise, a screen reader would read every second of the timer.
  status.textContent = `${words}…`
  const seconds = document.createElement('span')
  seconds.setAttribute('aria-hidden', 'true')
  status.append(seconds)
  const start = Date.now()
  const timer = setInterval(() => {
    if (form.getAttribute('aria-busy') === 'true') {
      seconds.textContent = ` ${Math.round((Date.now() - start) / 1000)} s`
    } else {
      clearInterval(timer)
    }
  }, 1000)
}
