// Time in the farm's time zone, as the desk shows it. The title has the exact time.
import { dateFormat } from '../../../domain/base/time/date-format.ts'

const forms = {
  /** Nov 24, 14:05. */
  moment: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Nov 24, 2026, 14:05, for times that may be years away. */
  dated: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  /** Thu 14:05, for times less than a week away. */
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Mon, Nov 24. */
  day: { weekday: 'short', month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type MomentForm = keyof typeof forms

type MomentProps = {
  readonly at: Date
  readonly timeZone: string
  readonly form?: MomentForm
}

export function Moment({ at, timeZone, form = 'moment' }: MomentProps) {
  const iso = at.toISOString()
  return (
    <time datetime={iso} title={iso}>
      {momentText(at, timeZone, form)}
    </time>
  )
}

/** Returns the time as plain text, for places such as chart labels. */
export const momentText = (at: Date, timeZone: string, form: MomentForm): string =>
  dateFormat(forms[form], timeZone).format(at)
