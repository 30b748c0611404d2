// Follows the event stream of a page, and replaces the parts that the server sends (server/http/live/live-hub.ts).

/** Makes `old` equal to `next` in place, so that focus, open details and scroll positions are preserved. */
function morph(old: ChildNode, next: ChildNode): void {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) {
    old.replaceWith(next.cloneNode(true))
  } else if (old instanceof Element && next instanceof Element) {
    morphAttributes(old, next)
    morphChildren(old, next)
  } else if (old.nodeValue !== next.nodeValue) {
    old.nodeValue = next.nodeValue
  }
}

function morphAttributes(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== 'open') old.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
}

/** Returns '' for a text node and for an element without an id. */
const idOf = (node: ChildNode): string => (node instanceof Element ? node.id : '')

/**
 * Updates the children. A child with an id remains the same element when it moves, and is never turned into another
 * one.
 */
function morphChildren(old: Element, next: Element): void {
  for (const [index, wanted] of [...next.childNodes].entries()) {
    const present = old.childNodes[index] ?? null
    const id = idOf(wanted)
    const same = id === '' ? undefined : [...old.children].find((child) => child.id === id)
    if (same !== undefined) {
      if (same !== present) old.insertBefore(same, present)
      morph(same, wanted)
    } else if (present === null || id !== '' || idOf(present) !== '') {
      old.insertBefore(wanted.cloneNode(true), present)
    } else {
      morph(present, wanted)
    }
  }
  while (old.childNodes.length > next.childNodes.length) old.lastChild?.remove()
}

/** Formats the times below an element as the page shows them. */
export type ShowTimes = (root: ParentNode) => void

/** Replaces the parts of the page that the HTML contains, by their ids. */
export function replaceParts(html: string, showTimes: ShowTimes): void {
  const template = document.createElement('template')
  template.innerHTML = html
  showTimes(template.content)
  for (const fragment of template.content.children) {
    const shown = document.getElementById(fragment.id)
    if (shown === null) continue
    if (shown.hasAttribute('data-hold')) {
      replaceUnlessUsed(shown, fragment)
    } else {
      replace(shown, fragment)
    }
  }
}

function replace(shown: Element, fragment: Element): void {
  const focused = document.activeElement
  morph(shown, fragment)
  // Moving an element removes its focus.
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true })
  }
}

/** Maximum time for which a part of the page waits until the user leaves it, in milliseconds. */
const maxHoldMs = 10_000
/** Long enough for the click that follows a release. */
const releaseMs = 300

type Held = { fragment: Element; readonly untilMs: number }

/** Latest state of parts whose elements would move below a finger. */
const held = new Map<Element, Held>()
let pressed: EventTarget | null = null

function replaceUnlessUsed(shown: Element, fragment: Element): void {
  const waiting = held.get(shown)
  if (waiting !== undefined && performance.now() < waiting.untilMs) {
    waiting.fragment = fragment
  } else if (waiting === undefined && isUsed(shown)) {
    held.set(shown, { fragment, untilMs: performance.now() + maxHoldMs })
    setTimeout(release, maxHoldMs, shown)
  } else {
    held.delete(shown)
    replace(shown, fragment)
  }
}

/** Whether a pointer is pressed in the element, or one of its controls has the focus. */
const isUsed = (shown: Element): boolean =>
  shown.contains(document.activeElement) || (pressed instanceof Node && shown.contains(pressed))

function release(shown: Element): void {
  const waiting = held.get(shown)
  if (waiting === undefined) return
  held.delete(shown)
  replace(shown, waiting.fragment)
}

function releaseUnused(): void {
  for (const shown of [...held.keys()]) {
    if (!isUsed(shown)) release(shown)
  }
}

document.addEventListener('pointerdown', ({ target }) => {
  pressed = target
})
for (const end of ['pointerup', 'pointercancel'] as const) {
  document.addEventListener(end, () => {
    pressed = null
    setTimeout(releaseUnused, releaseMs)
  })
}
document.addEventListener('focusout', () => {
  setTimeout(releaseUnused, releaseMs)
})

type StreamOptions = {
  readonly showTimes: ShowTimes
  /** Maximum delay between connection attempts, in milliseconds. */
  readonly maxWaitMs: number
  readonly onOpen: () => void
  readonly onLost: () => void
  /** Called each time the server refuses the stream. */
  readonly onRefused: () => void
}

const firstWaitMs = 3_000

/** Follows the stream at `path` while the page is visible. */
export function followStream(
  path: string,
  { showTimes, maxWaitMs, onOpen, onLost, onRefused }: StreamOptions,
): void {
  let timer = 0
  let waitMs = firstWaitMs
  const connect = (): EventSource => {
    const events = new EventSource(path)
    events.addEventListener('open', () => {
      waitMs = firstWaitMs
      onOpen()
    })
    events.addEventListener('fragment', ({ data }) => replaceParts(String(data), showTimes))
    events.addEventListener('error', () => {
      onLost()
      // Browsers reconnect only after a connection was cut, not after an error status.
      if (events.readyState !== EventSource.CLOSED) return
      onRefused()
      timer = window.setTimeout(() => {
        source = connect()
      }, waitMs)
      waitMs = Math.min(2 * waitMs, maxWaitMs)
    })
    return events
  }
  let source = connect()
  const disconnect = () => {
    clearTimeout(timer)
    source.close()
  }
  window.addEventListener('pagehide', disconnect)
  // The back/forward cache restores the page in its last state. A new stream begins with the current state of every part.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    disconnect()
    source = connect()
  })
}
