// A moment as the desk shows it: in the farm's time zone. The exact time is the title.
import { dateFormat } from '../../../domain/base/date-format.ts'

const forms = {
  /** Nov 24, 14:05 */
  moment: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Thu 14:05, for what is less than a week away */
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Mon, Nov 24 */
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

/** For places that hold text alone, such as the labels of charts. */
export const momentText = (at: Date, timeZone: string, form: MomentForm): string =>
  dateFormat(forms[form], timeZone).format(at)
