import { type RawBuilder, sql } from 'kysely'

/** Literals for `in (...)`: with parameters, the planner would not find partial indexes. */
export const literals = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(words.map((word) => sql.lit(word)))
