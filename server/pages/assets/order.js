// The page of an order works without this script. It writes times in the reader's time zone, and follows the order's event stream.

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const clockTime = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const exactTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

function showTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    const format = time.dataset.clock === undefined ? dayAndTime : clockTime
    time.textContent = format.format(at)
    time.title = exactTime.format(at)
  }
}

/** `state`: the element that names the stream and says when the order was last checked. */
function followOrder(state) {
  const path = state.dataset.stream
  let waitMs = 3_000
  let isLost = false
  const connect = () => {
    const source = new EventSource(path)
    source.addEventListener('open', () => {
      waitMs = 3_000
      isLost = false
    })
    source.addEventListener('fragment', ({ data }) => receive(data))
    source.addEventListener('error', () => {
      if (!isLost) {
        isLost = true
        state.textContent = `Not connected since ${clockTime.format(new Date())}; trying again.`
      }
      // The browser itself tries again only after a connection was cut, not after an error status.
      if (source.readyState !== EventSource.CLOSED) return
      setTimeout(connect, waitMs)
      waitMs = Math.min(2 * waitMs, 60_000)
    })
    addEventListener('pagehide', () => source.close(), { once: true })
  }
  connect()
}

showTimes(document)
for (const state of document.querySelectorAll('[data-stream]')) followOrder(state)
