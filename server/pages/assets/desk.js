// Pages of the desk work without this script. It shows times in the reader's time zone and keeps ages current.

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

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
    const text =
      'age' in time.dataset ? durationText((Date.now() - at.getTime()) / 1000) : short.format(at)
    if (time.textContent !== text) time.textContent = text
  }
}

showTimes(document)
setInterval(() => showTimes(document), 10_000)
