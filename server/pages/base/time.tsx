// Time in UTC, because the server does not know the reader's time zone.
import { utcMinute } from '../../domain/base/time/date-format.ts'

export function Time({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{utcMinute(at)}</time>
}
