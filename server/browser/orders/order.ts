// The order page works without this script. It shows times in the reader's time zone, follows the order's event stream,
// and keeps the entries of the contact form when the language changes.
import { dayAndTime, dayFormat, pageLocale } from '../base/local-time.ts'
import { followStream, replaceParts } from '../live/live.ts'
import { keepContactDraft } from './contact-draft.ts'

const clockTime = new Intl.DateTimeFormat(pageLocale, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const exactTime = dayFormat({ dateStyle: 'full', timeStyle: 'long' })

function showTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const at = new Date(time.dateTime)
    const format = time.dataset['clock'] === undefined ? dayAndTime : clockTime
    time.textContent = format.format(at)
    time.title = exactTime.format(at)
  }
}

/** Parts that change, named as in server/pages/orders/order-fragments.tsx. */
const parts = [
  'order-state',
  'order-printing',
  'order-payment',
  'order-parcel',
  'order-price',
  'order-timeline',
]

/** Reads the current state of the page if the server opens no stream for it. */
async function readPage(): Promise<void> {
  // Without cookies, because another window may have chosen another language since.
  const response = await fetch(location.href, {
    credentials: 'omit',
    headers: { 'accept-language': document.documentElement.lang },
  })
  if (!response.ok) throw new Error(String(response.status))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const id of parts) {
    const part = page.getElementById(id)
    if (part !== null) replaceParts(part.outerHTML, showTimes)
  }
}

/** `state`: element that names the stream and states when the order was last checked. */
function followOrder(state: HTMLElement): void {
  let isLost = false
  /** Shows a sentence of the page with the time of now. */
  const say = (name: 'lost' | 'refused') => {
    const sentence = state.dataset[name] ?? ''
    state.textContent = sentence.replace('{time}', clockTime.format(new Date()))
  }
  followStream(state.dataset['stream'] ?? '', {
    showTimes,
    maxWaitMs: 60_000,
    onOpen: () => {
      isLost = false
    },
    onLost: () => {
      if (!isLost) say('lost')
      isLost = true
    },
    onRefused: () => {
      readPage().then(
        () => {
          say('refused')
        },
        // The page states when it was last current.
        () => {},
      )
    },
  })
}

showTimes(document)
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/contact"]')) {
  keepContactDraft(form)
}
for (const state of document.querySelectorAll<HTMLElement>('[data-stream]')) followOrder(state)
