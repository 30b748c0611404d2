// Age of an event. browser/operators/desk.ts updates it and sets its title to the exact time in the farm's time zone.
import { durationText } from '../../base/duration.ts'

export function Age({ since, now }: { since: Date; now: Date }) {
  const iso = since.toISOString()
  return (
    <time class="age" datetime={iso} title={iso} data-age>
      {durationText((now.getTime() - since.getTime()) / 1000)}
    </time>
  )
}
