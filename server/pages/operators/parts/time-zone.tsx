// Says once on a page in which time zone its times are; assets/desk.js reads the zone here.
import { Html } from '@elysiajs/html'
import { attribute } from '../../base/attribute.ts'

export function TimeZone({ timeZone }: { timeZone: string }) {
  return (
    <p class="hint time-zone" data-zone={attribute(timeZone)} safe>
      {`Times are in the farm’s time zone, ${timeZone}.`}
    </p>
  )
}
