// Notifications in the database: what was reported, when mails were sent, and what waits for a digest. Only one process at a time runs a
// round, so that the limits apply to all processes together.

import { sql } from 'kysely'
import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import { keptDays, notificationSendDays } from '../../domain/base/time/retention.ts'
import { type NotificationKind, notificationKinds } from '../../domain/notifications/kinds.ts'
import type {
  NotifiableEvent,
  NotificationRound,
  Notifications,
} from '../../domain/notifications/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { queueMailJob } from '../core/jobs/queue-mail.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { recordAction } from '../core/record-action.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { notificationSources } from './sources.ts'

const kinds = keysOf(notificationKinds)

const lockRow = v.object({ mine: v.boolean() })
const sentRow = v.object({ sent: wholeNumber })
const ageRow = v.object({ age: v.nullable(v.number()) })
const eventRow = v.object({ subject: v.string(), since: v.date(), detail: v.nullable(v.string()) })

export function createNotifications(db: Db): Notifications {
  return {
    round: async (work) =>
      await db.transaction().execute(async (tx) => {
        const [lock] = await readRows(
          tx,
          lockRow,
          sql`
          select pg_try_advisory_xact_lock(${advisoryLocks.notifications}) as mine`,
        )
        return lock?.mine === true ? await work(roundIn(tx)) : null
      }),
    settings: async () => {
      const rows = await db.selectFrom('notification_settings').selectAll().execute()
      return kinds.map((kind) => {
        const row = rows.find((each) => each.kind === kind)
        return { kind, isEnabled: row?.enabled ?? true, by: row?.by ?? null }
      })
    },
    enable: async (enabled, by) => await enable(db, enabled, by),
  }
}

async function enable(db: Db, enabled: readonly NotificationKind[], by: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const kind of kinds) {
      await tx
        .insertInto('notification_settings')
        .values({ kind, enabled: enabled.includes(kind), by })
        .onConflict((conflict) =>
          conflict
            .column('kind')
            .doUpdateSet({ enabled: enabled.includes(kind), by, at: sql`now()` })
            .where('notification_settings.enabled', '!=', enabled.includes(kind)),
        )
        .execute()
    }
    const off = kinds.filter((kind) => !enabled.includes(kind))
    await recordAction(tx, {
      by,
      kind: 'notifications_changed',
      subject: off.length === 0 ? 'all on' : `off: ${off.join(', ')}`,
    })
  })
}

/** PostgreSQL accepts 65,535 parameters per statement. */
const linesPerInsert = 5000

const roundIn = (tx: Tx): NotificationRound => ({
  undoOnError: async (work) => {
    await sql`savepoint notification_work`.execute(tx)
    try {
      const done = await work()
      await sql`release savepoint notification_work`.execute(tx)
      return done
    } catch (error) {
      await sql`rollback to savepoint notification_work`.execute(tx)
      throw error
    }
  },
  takeNew: (kind) => takeNew(tx, kind),
  sentSince: async (key, seconds) => {
    const [counted] = await readRows(
      tx,
      sentRow,
      sql`
      select count(*)::int as sent from notification_sends
      where sent_at > clock_timestamp() - make_interval(secs => ${seconds})
        and ${key === null ? sql`true` : sql`key = ${key}`}`,
    )
    return counted?.sent ?? 0
  },
  send: async (key, { mail, notice, targets }) => {
    if (mail !== null) await queueMailJob(tx, { orderId: null, kind: `notice:${key}` }, mail)
    if (targets.length > 0) {
      const rows = targets.map((target) => ({ ...notice, target }))
      await tx.insertInto('staff_notices').values(rows).execute()
    }
    await tx
      .insertInto('notification_sends')
      .values({ key, sent_at: sql`clock_timestamp()` })
      .execute()
  },
  defer: async (lines) => {
    for (let from = 0; from < lines.length; from += linesPerInsert) {
      const some = lines.slice(from, from + linesPerInsert)
      await tx.insertInto('notification_digest').values(some).execute()
    }
  },
  digestAge: async () => {
    const [oldest] = await readRows(
      tx,
      ageRow,
      sql`
      select extract(epoch from clock_timestamp() - min(queued_at))::float8 as age
      from notification_digest`,
    )
    return oldest?.age ?? null
  },
  takeDigest: async () => {
    const lines = await tx
      .deleteFrom('notification_digest')
      .returning(['id', 'kind', 'text', 'path', 'since'])
      .execute()
    return lines.sort((a, b) => Number(a.id) - Number(b.id))
  },
})

/** Finds and marks new events in one statement, so that nothing is reported twice. */
async function takeNew(tx: Tx, kind: NotificationKind): Promise<readonly NotifiableEvent[]> {
  return await readRows(
    tx,
    eventRow,
    sql`
    with found (item, subject, since, detail) as materialized (${notificationSources[kind]}),
    marked as (
      insert into notification_items (kind, item)
      select ${kind}, item from found
      where not exists (select from notification_items as seen where seen.kind = ${kind} and seen.item = found.item)
      on conflict do nothing returning item
    )
    select found.subject, found.since, found.detail
    from marked join found using (item) order by found.since`,
  )
}

/** Deletes what no later round needs and returns the number of rows. For the hourly sweep. */
export async function sweepNotifications(db: Db): Promise<number> {
  const { numAffectedRows: items } = await sql`
    delete from notification_items where seen_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
  const { numAffectedRows: sends } = await sql`
    delete from notification_sends where sent_at < now() - make_interval(days => ${notificationSendDays})`.execute(
    db,
  )
  return Number(items ?? 0) + Number(sends ?? 0)
}
