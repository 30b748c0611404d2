// A time as pages show it: in UTC, because the server does not know the reader's time zone.
import { Html } from '@elysiajs/html'

export function Time({ at }: { at: Date }) {
  const iso = at.toISOString()
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
