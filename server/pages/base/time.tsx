// Time in UTC, because the server does not know the reader's time zone.
import { english, type Words } from '../languages/words.ts'

type TimeProps = {
  readonly at: Date
  /** Omitted on pages that are in English only. */
  readonly words?: Words
}

export function Time({ at, words = english }: TimeProps) {
  return <time datetime={at.toISOString()}>{words.utcMinute(at)}</time>
}
