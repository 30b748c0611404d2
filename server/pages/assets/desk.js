// Pages of the desk work without this script. It keeps ages current, writes exact times in the farm's time zone into titles, and
// replaces the parts of a page that the server says have changed (server/http/live/live-hub.ts).

const timeZone = document.querySelector('[data-zone]')?.dataset.zone
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }
const exact = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...clock,
  second: '2-digit',
  timeZoneName: 'short',
})

/** The same words as server/pages/base/duration.ts. */
function durationText(seconds) {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min`
  const [large, largeName, small, smallName] =
    whole < 86400 ? [3600, 'h', 60, 'min'] : [86400, 'd', 3600, 'h']
  const rest = Math.floor((whole % large) / small)
  const first = `${Math.floor(whole / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}

function showTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    time.title = exact.format(at)
    if (time.dataset.age === undefined) continue
    const text = durationText((Date.now() - at.getTime()) / 1000)
    if (time.textContent !== text) time.textContent = text
  }
}

/** Makes `old` equal to `next` in place, so that focus, open details and scroll positions stay. */
function morph(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) {
    old.replaceWith(next.cloneNode(true))
  } else if (old.nodeType === Node.ELEMENT_NODE) {
    morphAttributes(old, next)
    morphChildren(old, next)
  } else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue
}

function morphAttributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== 'open') old.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
}

/** A child with an id stays the same element wherever it moves; it is never turned into another one. */
function morphChildren(old, next) {
  for (const [index, wanted] of [...next.childNodes].entries()) {
    const present = old.childNodes[index] ?? null
    const same = wanted.id ? [...old.children].find(({ id }) => id === wanted.id) : null
    if (same) {
      if (same !== present) old.insertBefore(same, present)
      morph(same, wanted)
    } else if (present === null || wanted.id || present.id) {
      old.insertBefore(wanted.cloneNode(true), present)
    } else morph(present, wanted)
  }
  while (old.childNodes.length > next.childNodes.length) old.lastChild.remove()
}

function receive(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const fragment of template.content.children) {
    const shown = document.getElementById(fragment.id)
    if (shown === null) continue
    showTimes(template.content)
    const focused = document.activeElement
    morph(shown, fragment)
    // An element that moved to another place has lost it.
    if (focused?.isConnected && document.activeElement !== focused)
      focused.focus({ preventScroll: true })
  }
}

/** `state`: the element that names the stream and says whether it is connected. */
function follow(state) {
  let lostAt = null
  let waitMs = 3_000
  const show = (text, isLost) => {
    if (state.textContent !== text) state.textContent = text
    state.classList.toggle('lost', isLost)
  }
  const connect = () => {
    const source = new EventSource(state.dataset.live)
    source.addEventListener('open', () => {
      lostAt = null
      waitMs = 3_000
      show('Live', false)
    })
    source.addEventListener('fragment', ({ data }) => receive(data))
    source.addEventListener('error', () => {
      lostAt ??= new Date()
      show(`Reconnecting since ${lostAt.toLocaleTimeString('en-US', clock)}`, true)
      // The browser itself tries again only after a connection was cut, not after an error status.
      if (source.readyState !== EventSource.CLOSED) return
      if (state.dataset.live.startsWith('/operator/wall/')) void emptyIfRefused()
      setTimeout(connect, waitMs)
      waitMs = Math.min(2 * waitMs, 30_000)
    })
    addEventListener('pagehide', () => source.close(), { once: true })
  }
  connect()
}

/** A screen with a revoked link shows no figures: the page that refuses it takes their place. */
async function emptyIfRefused() {
  const status = await fetch(location.href).then(
    (response) => response.status,
    () => null,
  )
  if (status === 401) location.reload()
}

showTimes(document)
setInterval(() => showTimes(document), 10_000)
for (const state of document.querySelectorAll('[data-live]')) follow(state)
