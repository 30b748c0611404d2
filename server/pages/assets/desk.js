// Pages of the desk work without this script. It keeps ages current, writes exact times in the farm's time zone into titles, and
// follows the page's event stream (live.js).

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

/** `state`: the element that names the stream and says whether it is connected. */
function follow(state) {
  const path = state.dataset.live
  let lostAt = null
  const show = (text, isLost) => {
    if (state.textContent !== text) state.textContent = text
    state.classList.toggle('lost', isLost)
  }
  followStream(path, {
    maxWaitMs: 30_000,
    opened: () => {
      lostAt = null
      show('Live', false)
    },
    lost: () => {
      lostAt ??= new Date()
      show(`Reconnecting since ${lostAt.toLocaleTimeString('en-US', clock)}`, true)
    },
    refused: () => {
      if (path.startsWith('/operator/wall/')) void emptyIfRefused()
    },
  })
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
