import { type RawBuilder, sql } from 'kysely'

/** Literals for `in (...)`. With parameters, the planner would not use partial indexes. */
export const literals = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(words.map((word) => sql.lit(word)))
