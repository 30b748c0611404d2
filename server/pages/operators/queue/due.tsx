// The promised ship date of an order, as distance from today: what is late stands out in words and by an icon.
import { Html } from '@elysiajs/html'
import { StateIcon } from '../../base/state-badge.tsx'

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs)

const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** By days in UTC: "3 d late", "today", "tomorrow", "Thu, Nov 26". */
export function dueText(dueAt: Date, now: Date): string {
  const days = dayOf(dueAt) - dayOf(now)
  if (dueAt < now) return days === 0 ? 'late today' : `${-days} d late`
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : format.format(dueAt)
}

export function Due({ at, now }: { at: Date | null; now: Date }) {
  if (at === null) return <span class="muted">not promised</span>
  const isLate = at < now
  return (
    <span class={isLate ? 'state broken' : 'due'} title={at.toISOString()} data-local>
      {isLate ? <StateIcon state="broken" /> : ''}
      {dueText(at, now)}
    </span>
  )
}
