// Promised ship date of an order relative to today. Words and an icon mark late orders.
import { dayOf, daysBetween } from '../../../domain/base/time/day.ts'
import { StateIcon } from '../../base/state-badge.tsx'
import { momentText } from '../parts/moment.tsx'

/** Returns the due day in the farm's time zone: "3 d late", "today", "tomorrow", "Thu, Nov 26". */
export function dueText(dueAt: Date, now: Date, timeZone: string): string {
  const days = daysBetween(dayOf(now, timeZone), dayOf(dueAt, timeZone))
  if (dueAt < now) return days === 0 ? 'late today' : `${-days} d late`
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : momentText(dueAt, timeZone, 'day')
}

type DueProps = { readonly at: Date | null; readonly now: Date; readonly timeZone: string }

export function Due({ at, now, timeZone }: DueProps) {
  if (at === null) return <span class="muted">not promised</span>
  const isLate = at < now
  const iso = at.toISOString()
  return (
    <time class={isLate ? 'state broken' : 'due'} datetime={iso} title={iso}>
      {isLate ? <StateIcon state="broken" /> : ''}
      {dueText(at, now, timeZone)}
    </time>
  )
}
