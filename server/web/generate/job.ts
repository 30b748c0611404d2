// The page of a generation in progress: shows every step as it happens, and the result once it is there.

const everyMs = 2_000
/** After a failed request, so that a service that is down is not asked every two seconds by every page. */
const afterFailureMs = 10_000

document.documentElement.classList.add('scripted')
if (document.querySelector('[data-live]') !== null) schedule(everyMs)

function schedule(delayMs: number): void {
  setTimeout(() => {
    // Timers of hidden pages are slow; the state is asked for when the page is looked at again.
    if (document.visibilityState === 'visible') void refresh()
    else document.addEventListener('visibilitychange', () => void refresh(), { once: true })
  }, delayMs)
}

async function refresh(): Promise<void> {
  const next = await readPage().catch(() => null)
  if (next === null) return schedule(afterFailureMs)
  const shown = document.getElementById('progress')
  const progress = next.getElementById('progress')
  // It ended: the page has other parts and another script.
  if (progress === null || shown === null) return location.reload()
  if (progress.outerHTML !== shown.outerHTML) shown.replaceWith(document.adoptNode(progress))
  schedule(everyMs)
}

/** null when the service does not respond with the page. */
async function readPage(): Promise<Document | null> {
  const response = await fetch(location.href)
  if (!response.ok) return null
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
