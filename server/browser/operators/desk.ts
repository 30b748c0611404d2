// Desk pages work without this script. It updates ages, writes exact times in the farm's time zone into titles, follows
// the page's event stream, and sends each form that buys something once.
import { durationText } from '../../pages/base/duration.ts'
import { guardBusyForms } from '../base/busy-forms.ts'
import { followStream } from '../live/live.ts'

const timeZone = document.querySelector<HTMLElement>('[data-zone]')?.dataset['zone']
const clock: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  ...(timeZone !== undefined && { timeZone }),
}
const exact = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...clock,
  second: '2-digit',
  timeZoneName: 'short',
})

function showTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const at = new Date(time.dateTime)
    time.title = exact.format(at)
    if (time.dataset['age'] === undefined) continue
    const text = durationText((Date.now() - at.getTime()) / 1000)
    if (time.textContent !== text) time.textContent = text
  }
}

/** On a phone the tabs are one line that scrolls. */
function showCurrentTab(): void {
  const current = document.querySelector<HTMLElement>('.tabs [aria-current="page"]')
  const line = current?.parentElement
  if (!current || !line) return
  const middle = current.offsetLeft - line.offsetLeft + current.offsetWidth / 2
  line.scrollLeft = middle - line.clientWidth / 2
}

/** `state`: element that names the stream and shows whether it is connected. */
function follow(state: HTMLElement): void {
  const path = state.dataset['live'] ?? ''
  let lostAt: Date | null = null
  const show = (text: string, isLost: boolean) => {
    if (state.textContent !== text) state.textContent = text
    state.classList.toggle('lost', isLost)
  }
  followStream(path, {
    showTimes,
    maxWaitMs: 30_000,
    onOpen: () => {
      lostAt = null
      show('Live', false)
    },
    onLost: () => {
      lostAt ??= new Date()
      show(`Reconnecting since ${lostAt.toLocaleTimeString('en-US', clock)}`, true)
    },
    onRefused: () => {
      if (path.startsWith('/operator/wall/')) void emptyIfRefused()
    },
  })
}

/** Shows the refusal page on a screen whose link was revoked, so that its figures disappear. */
async function emptyIfRefused(): Promise<void> {
  const status = await fetch(location.href).then(
    (response) => response.status,
    () => null,
  )
  if (status === 401) location.reload()
}

showCurrentTab()
showTimes(document)
setInterval(() => showTimes(document), 10_000)
for (const state of document.querySelectorAll<HTMLElement>('[data-live]')) follow(state)
guardBusyForms()
