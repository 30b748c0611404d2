// A time as pages show it: in UTC, because the server does not know the reader's time zone.
import { utcMinute } from '../../domain/base/date-format.ts'

export function Time({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{utcMinute(at)}</time>
}
