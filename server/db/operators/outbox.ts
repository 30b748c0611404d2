// The outbox for the mail page: mails with the state of their job, and resending a mail.
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { MailState, Outbox, OutboxTotals } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { enqueue, jobKeyOf, jobNames } from '../core/jobs/jobs.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { recordAction } from '../core/record-action.ts'
import { waitsSince } from '../orders/mail/unsent-mails.ts'

/**
 * Whether an attempt failed. A queued mail without a job has failed permanently, because both are written in one
 * transaction.
 */
const hasFailed = sql<boolean>`(job.last_error is not null or (job.id is null and mail.queued))`

/** Joins the job of an unsent mail. */
const withJob = sql`left join graphile_worker.jobs as job
  on mail.sent_at is null and job.key = ${jobKeyOf(jobNames.sendMail, sql`mail.id::text`)}`

const columns = sql`mail.id, orders.code as "orderCode", mail.kind, mail.recipient, mail.subject,
  mail.created_at as "createdAt", mail.sent_at as "sentAt", mail.resends,
  case when mail.sent_at is not null then 'sent' when ${hasFailed} then 'failing' else 'waiting' end as state,
  coalesce(job.attempts, 0) as attempts, job.last_error as "lastError",
  case when job.attempts < job.max_attempts then job.run_at end as "nextAttemptAt"`

const conditions: Readonly<Record<MailState, RawBuilder<unknown>>> = {
  waiting: sql`mail.sent_at is null and not ${hasFailed}`,
  failing: sql`mail.sent_at is null and ${hasFailed}`,
  sent: sql`mail.sent_at is not null`,
}

const mailRow = v.object({
  id: v.string(),
  orderCode: v.nullable(v.string()),
  kind: v.string(),
  recipient: v.string(),
  subject: v.string(),
  createdAt: v.date(),
  sentAt: v.nullable(v.date()),
  resends: wholeNumber,
  state: v.picklist(keysOf(conditions)),
  attempts: wholeNumber,
  lastError: v.nullable(v.string()),
  nextAttemptAt: v.nullable(v.date()),
})

export function createOutbox(db: Db): Outbox {
  return {
    totals: async () => await readTotals(db),
    list: async ({ state, orderCode, limit }) => {
      const ofOrder = orderCode === null ? sql`true` : sql`orders.code = ${orderCode}`
      return await readRows(
        db,
        mailRow,
        sql`select ${columns}
        from emails as mail left join orders on orders.id = mail.order_id ${withJob}
        where ${state === null ? sql`true` : conditions[state]} and ${ofOrder}
        order by mail.created_at desc, mail.id desc limit ${limit}`,
      )
    },
    read: async (id) => {
      const rows = await readRows(
        db,
        mailRow,
        sql`select ${columns}
        from emails as mail left join orders on orders.id = mail.order_id ${withJob}
        where mail.id = ${id}`,
      )
      return rows[0] ?? null
    },
    resend: async (id, by, quietSeconds) => await resend(db, { id, by, quietSeconds }),
  }
}

const totalsRow = v.object({
  waiting: wholeNumber,
  failing: wholeNumber,
  oldestWaiting: v.nullable(v.date()),
  sentLastDay: wholeNumber,
})

async function readTotals(db: Db): Promise<OutboxTotals> {
  const rows = await readRows(
    db,
    totalsRow,
    sql`
    select count(*) filter (where not ${hasFailed})::int as waiting,
      count(*) filter (where ${hasFailed})::int as failing,
      min(${waitsSince('mail')}) as "oldestWaiting",
      (select count(*)::int from emails
        where created_at > now() - interval '1 day' and sent_at is not null) as "sentLastDay"
    from emails as mail ${withJob} where mail.sent_at is null`,
  )
  return rows[0] ?? { waiting: 0, failing: 0, oldestWaiting: null, sentLastDay: 0 }
}

type Resend = { readonly id: string; readonly by: string; readonly quietSeconds: number }

/** Resends a mail in one conditional write: if two operators resend it at the same time, one succeeds. */
async function resend(db: Db, { id, by, quietSeconds }: Resend): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const mail = await tx
      .updateTable('emails')
      .set({ sent_at: null, queued: true, resent_at: sql`now()`, resends: sql`resends + 1` })
      .where('id', '=', id)
      .where(
        sql<boolean>`(resent_at is null or resent_at <= now() - make_interval(secs => ${quietSeconds}))`,
      )
      .returning(['subject', 'recipient'])
      .executeTakeFirst()
    if (mail === undefined) return false
    await enqueue(tx, jobNames.sendMail, { id })
    const detail = { subject: mail.subject, recipient: mail.recipient }
    await recordAction(tx, { by, kind: 'mail_resent', subject: id, detail })
    return true
  })
}
