// Follows the event stream of a page, and replaces the parts of it that the server says have changed (server/http/live/live-hub.ts).
// Part of the scripts of the pages that update themselves; each of them has a `showTimes(root)`, which writes the times below an
// element.

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

/** The scripts after this one call it. */
globalThis.receive = (html) => {
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

const firstWaitMs = 3_000

/**
 * Follows the stream at `path` while the page is shown. `opened` and `lost` are called as the connection comes and goes, `refused` each
 * time that the server opens no stream; waits grow up to `maxWaitMs`.
 */
globalThis.followStream = (path, { opened, lost, refused, maxWaitMs }) => {
  let source = null
  let timer = 0
  let waitMs = firstWaitMs
  const connect = () => {
    source = new EventSource(path)
    source.addEventListener('open', () => {
      waitMs = firstWaitMs
      opened()
    })
    source.addEventListener('fragment', ({ data }) => receive(data))
    source.addEventListener('error', ({ target }) => {
      lost()
      // The browser itself tries again only after a connection was cut, not after an error status.
      if (target.readyState !== EventSource.CLOSED) return
      refused()
      timer = setTimeout(connect, waitMs)
      waitMs = Math.min(2 * waitMs, maxWaitMs)
    })
  }
  const disconnect = () => {
    clearTimeout(timer)
    source.close()
  }
  addEventListener('pagehide', disconnect)
  // The back/forward cache shows the page as it was left. A new stream begins with every part as it is now.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    disconnect()
    connect()
  })
  connect()
}
