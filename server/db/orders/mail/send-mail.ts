// The outbox. A confirmation is written in the transaction of the payment that it confirms, and a worker sends it afterwards.

import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { MailAttachment, Mailer } from '../../../domain/base/ports.ts'
import { withGiftCode as withCodeIn } from '../../../domain/gift-cards/gift-mail.ts'
import type { Db } from '../../core/connect.ts'
import { enqueue, idOfJobKey, jobNames } from '../../core/jobs/jobs.ts'
import { advisoryLocks } from '../../core/transactions/advisory-locks.ts'
import { isOlderThan } from '../../core/transactions/leases.ts'
import type { EmailsTable } from '../../schema/orders.ts'

/** A sender needs a moment between taking a job and taking the lock. */
const abandonedAfterSeconds = 2

export const mailLock = (id: RawBuilder<unknown>) => sql`${advisoryLocks.sendMail}, hashtext(${id})`

/**
 * Sends one outbox row unless it was already sent. A retry uses the same message id, so that a mail server can recognize it. The lock
 * belongs to the connection: other processes wait while this process runs, and the lock is released when the connection closes.
 */
export async function sendMail(
  db: Db,
  mailer: Mailer,
  id: string,
  { giftCodeOf = noGiftCodes, attachments = [] }: Partial<Additions> = {},
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${mailLock(sql`${id}`)})`.execute(connection)
    try {
      await sendUnlessSent(connection, mailer, id, { giftCodeOf, attachments })
    } finally {
      await sql`select pg_advisory_unlock(${mailLock(sql`${id}`)})`.execute(connection)
    }
  })
}

/** Returns the order that the mail confirms, or null for mails of other kinds and for mails already sent. */
export async function confirmedOrderOf(db: Db, id: string): Promise<OrderId | null> {
  const row = await db
    .selectFrom('emails')
    .select('order_id')
    .where('id', '=', id)
    .where('kind', '=', 'confirmation')
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row?.order_id ?? null
}

type Additions = {
  readonly giftCodeOf: GiftCodeOf
  readonly attachments: readonly MailAttachment[]
}

async function sendUnlessSent(
  db: Db,
  mailer: Mailer,
  id: string,
  { giftCodeOf, attachments }: Additions,
): Promise<void> {
  const row = await db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return
  await deliver(mailer, row, { giftCodeOf, attachments })
  await db.updateTable('emails').set({ sent_at: sql`now()` }).where('id', '=', id).execute()
}

export type OutboxRow = Pick<
  Selectable<EmailsTable>,
  'id' | 'kind' | 'recipient' | 'subject' | 'body' | 'resends'
>

/** Passes one mail to the mail server, once per recipient. */
export async function deliver(
  mailer: Mailer,
  row: OutboxRow,
  { giftCodeOf = noGiftCodes, attachments }: Partial<Additions>,
): Promise<void> {
  // Mail programs drop a second mail with the same id, so a mail that an operator resends gets a new id.
  const messageId = row.resends === 0 ? row.id : `${row.id}.${row.resends}`
  const mail = {
    subject: row.subject,
    text: withGiftCode(row, giftCodeOf),
    attachments: attachments ?? [],
  }
  // A notification is sent to every operator. After a partial failure, each retried copy has the same id as before.
  const isNotice = row.kind.startsWith('notice:')
  const recipients = isNotice ? row.recipient.split(', ') : [row.recipient]
  for (const [index, to] of recipients.entries()) {
    await mailer.send({ ...mail, to, messageId: index === 0 ? messageId : `${messageId}-${index}` })
  }
}

type GiftCodeOf = (purchaseId: string) => string

const noGiftCodes: GiftCodeOf = () => {
  throw new Error('The mail of a gift card cannot be sent without the codes.')
}

const giftKind = /^gift:(?<purchaseId>.+)$/

/** Adds the code to the mail. The outbox contains no code: it is derived when the mail is sent. */
function withGiftCode(
  { kind, body }: Pick<Selectable<EmailsTable>, 'kind' | 'body'>,
  giftCodeOf: GiftCodeOf,
): string {
  const purchaseId = giftKind.exec(kind)?.groups?.['purchaseId']
  return purchaseId === undefined ? body : withCodeIn(body, giftCodeOf(purchaseId))
}

/** Requeues mails whose sender died and returns their number. The queue itself would keep their jobs locked for four hours. */
export async function requeueAbandonedMails(db: Db): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const abandoned = await sql<{ id: string }>`
      with taken as materialized (
        select ${idOfJobKey} as id from graphile_worker.jobs
        where task_identifier = ${jobNames.sendMail} and key is not null
          and ${isOlderThan('locked_at', abandonedAfterSeconds)}
        limit 100
      )
      select id from taken where pg_try_advisory_xact_lock(${mailLock(sql.ref('id'))})`.execute(tx)
    for (const { id } of abandoned.rows) await enqueue(tx, jobNames.sendMail, { id })
    return abandoned.rows.length
  })
}
