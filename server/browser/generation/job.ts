// Page of a generation, or of a set of drafts, in progress: shows every step as it happens, and the result when it is
// ready. The steps of a generation arrive over an event stream. Without one, or if it is refused, the page polls
// instead.

const everyMs = 2_000
/** Delay after a failed request, so that pages do not send a request every two seconds to an unavailable service. */
const afterFailureMs = 10_000

document.documentElement.classList.add('scripted')
const live = document.querySelector<HTMLElement>('[data-live]')
const stream = live?.dataset['stream']
if (stream !== undefined) follow(stream)
// A set of drafts has several generations and no stream.
else if (live !== null) schedule(everyMs)

function follow(address: string): void {
  const source = new EventSource(address)
  source.addEventListener('fragment', ({ data }) => void show(parse(String(data))))
  // Browsers reconnect after a cut connection, but not after a refusal.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) schedule(everyMs)
  })
  addEventListener('pagehide', () => source.close(), { once: true })
  // After a restore from the back/forward cache, the stream has ended, and the page may be outdated.
  addEventListener('pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) location.reload()
  })
}

function schedule(delayMs: number): void {
  setTimeout(() => {
    // Timers of hidden pages are slow, so the state is requested when the page becomes visible again.
    if (document.visibilityState === 'visible') {
      void refresh()
    } else {
      document.addEventListener('visibilitychange', () => void refresh(), { once: true })
    }
  }, delayMs)
}

async function refresh(): Promise<void> {
  const next = await readPage().catch(() => null)
  if (next === null) schedule(afterFailureMs)
  else if (show(next)) schedule(everyMs)
}

/**
 * Shows the next state. Returns false after the generation has finished: the page then has other parts and another
 * script.
 */
function show(next: Document): boolean {
  const shown = document.getElementById('progress')
  const progress = next.getElementById('progress')
  if (progress === null || shown === null || progress.dataset['ended'] !== undefined) {
    location.reload()
    return false
  }
  if (progress.outerHTML !== shown.outerHTML) shown.replaceWith(document.adoptNode(progress))
  return true
}

/** Returns null if the service does not respond with the page. */
async function readPage(): Promise<Document | null> {
  const response = await fetch(location.href)
  return response.ok ? parse(await response.text()) : null
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
