import type { Db } from '../../server/db/core/connect.ts'

/** Deletes the counts of every scope, or of those whose names match the patterns (`ticket-%`). */
export async function resetRateLimits(db: Db, ...scopes: readonly string[]): Promise<void> {
  const counters = db.deleteFrom('rate_counters')
  if (scopes.length === 0) {
    await counters.execute()
  } else {
    await counters
      .where((where) => where.or(scopes.map((scope) => where('scope', 'like', scope))))
      .execute()
  }
}
