// Notices that wait to be posted to the staff's channel.
import { sql } from 'kysely'
import * as v from 'valibot'
import { type StaffNotices, staffTargets } from '../../domain/notifications/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { leaseEnd } from '../core/transactions/leases.ts'

const noticeRow = v.object({
  id: v.string(),
  target: v.picklist(staffTargets),
  title: v.string(),
  text: v.string(),
  path: v.string(),
  at: v.date(),
  attempts: wholeNumber,
})

export const createStaffNotices = (db: Db): StaffNotices => ({
  claim: async ({ limit, leaseSeconds, targets }) => {
    const rows = await readRows(
      db,
      noticeRow,
      sql`
      update staff_notices set due_at = ${leaseEnd(leaseSeconds)}, attempts = attempts + 1
      where id in (select id from staff_notices where due_at <= now() and target = any(${[...targets]}::text[])
        order by id limit ${limit} for update skip locked)
      returning id::text, target, title, text, path, created_at as at, attempts`,
    )
    return rows.toSorted((one, other) => Number(one.id) - Number(other.id))
  },
  remove: async (id) => {
    await db.deleteFrom('staff_notices').where('id', '=', id).execute()
  },
  postpone: async (id, { seconds, keptHours }) => {
    await db
      .deleteFrom('staff_notices')
      .where('id', '=', id)
      .where(sql<boolean>`created_at < now() - make_interval(hours => ${keptHours})`)
      .execute()
    await db
      .updateTable('staff_notices')
      .set({ due_at: leaseEnd(seconds) })
      .where('id', '=', id)
      .execute()
  },
  addIfNoWorker: async ({ title, text, path }, { absentSeconds, repeatSeconds, targets }) => {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.notifications})`.execute(tx)
      await sql`
        with sent as (
          insert into notification_sends (key, sent_at) select ${workerKey}, clock_timestamp()
          where not exists (select from metric_processes where role in ('worker', 'all') and not stopped
              and seen_at > now() - make_interval(secs => ${absentSeconds}))
            and not exists (select from notification_sends where key = ${workerKey}
              and sent_at > now() - make_interval(secs => ${repeatSeconds}))
          returning 1)
        insert into staff_notices (target, title, text, path)
        select target, ${title}, ${text}, ${path} from sent, unnest(${[...targets]}::text[]) as target`.execute(
        tx,
      )
    })
  },
})

/** Included in the hourly limit of sends. */
const workerKey = 'no_worker'
