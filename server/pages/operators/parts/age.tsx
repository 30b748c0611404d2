// How long ago something happened. browser/operators/desk.ts keeps it current and makes its title the exact time in the farm's zone.
import { durationText } from '../../base/duration.ts'

export function Age({ since, now }: { since: Date; now: Date }) {
  const iso = since.toISOString()
  return (
    <time class="age" datetime={iso} title={iso} data-age>
      {durationText((now.getTime() - since.getTime()) / 1000)}
    </time>
  )
}
