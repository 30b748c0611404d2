// Sets rate counters directly, so that two requests exhaust a limit.
import { sql } from 'kysely'
import type { Db } from '../../server/db/core/connect.ts'

export type Counter = {
  readonly scope: string
  readonly subject: string
  readonly windowSeconds: number
}

/** Sets the counter of the current window, on the database's clock. */
export async function setCounter(
  db: Db,
  { scope, subject, windowSeconds }: Counter,
  taken: number,
): Promise<void> {
  await sql`
    insert into rate_counters (scope, subject, window_start, taken)
    values (${scope}, ${subject}, ${opened(windowSeconds)}, ${taken})
    on conflict (scope, subject, window_start) do update set taken = ${taken}`.execute(db)
}

/**
 * Sets the counter of this window and of the next one, so that the end of a window during the test does not empty it.
 */
export async function fillCounter(db: Db, counter: Counter, limit: number): Promise<void> {
  const { scope, subject, windowSeconds } = counter
  await setCounter(db, counter, limit)
  await sql`
    insert into rate_counters (scope, subject, window_start, taken)
    select ${scope}, ${subject}, window_start + make_interval(secs => ${windowSeconds}::int), taken
    from rate_counters where scope = ${scope} and subject = ${subject}
    on conflict (scope, subject, window_start) do update set taken = ${limit}`.execute(db)
}

/** Returns the counts of each window of a counter, oldest first. */
export async function countersOf(db: Db, { scope, subject }: Counter): Promise<number[]> {
  const rows = await db
    .selectFrom('rate_counters')
    .select('taken')
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .orderBy('window_start')
    .execute()
  return rows.map(({ taken }) => taken)
}

/** Returns the current window, and its remaining whole seconds. */
export async function windowNow(
  db: Db,
  windowSeconds: number,
): Promise<{ readonly opened: number; readonly secondsLeft: number }> {
  const { rows } = await sql<{ opened: number; left: number }>`
    select extract(epoch from ${opened(windowSeconds)})::float8 as opened,
      extract(epoch from ${opened(windowSeconds)} - now())::float8 + ${windowSeconds}::int as left`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database has no clock')
  return { opened: row.opened, secondsLeft: Math.ceil(row.left) }
}

const opened = (seconds: number) =>
  sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`
