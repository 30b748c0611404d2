// Time in UTC, because the server does not know the reader's time zone.
import type { Words } from '../languages/words.ts'

type TimeProps = { readonly at: Date; readonly words: Words }

export function Time({ at, words }: TimeProps) {
  return <time datetime={at.toISOString()}>{words.utcMinute(at)}</time>
}
