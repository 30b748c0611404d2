// Messages to customers, their attachments and their mails.

import { sql } from 'kysely'
import * as v from 'valibot'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { NewOrderMessage, OrderMessage, OrderMessages } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { queueMail } from '../core/jobs/queue-mail.ts'
import { readRows } from '../core/read-rows.ts'
import { attachmentColumns, type MessageFile, withAttachments } from './attachments.ts'

export function createOrderMessages(db: Db): OrderMessages {
  return {
    add: async (message) => await addMessage(db, message),
    listByOrder: async (orderId) => await readMessages(db, sql`message.order_id = ${orderId}`),
    findByKey: async (orderId, key) => await findByKey(db, orderId, key),
    addAttachment: async ({ id, name, contentType, sizeBytes, uri, by }) => {
      await db
        .insertInto('attachments')
        .values({
          id,
          name,
          content_type: contentType,
          size_bytes: sizeBytes,
          uri,
          uploaded_by: by,
        })
        .execute()
    },
    findAttachments: async (ids) => {
      const rows = await attachments(db).where('attachments.id', 'in', ids).execute()
      return ids.flatMap((id) => rows.filter((attachment) => attachment.id === id))
    },
    findSent: async (orderCode, attachmentId) => {
      const row = await attachments(db)
        .innerJoin('message_attachments', 'message_attachments.attachment_id', 'attachments.id')
        .innerJoin('order_messages', 'order_messages.id', 'message_attachments.message_id')
        .innerJoin('orders', 'orders.id', 'order_messages.order_id')
        .where('attachments.id', '=', attachmentId)
        .where('orders.code', '=', orderCode)
        .executeTakeFirst()
      return row ?? null
    },
  }
}

const attachments = (db: Db) => db.selectFrom('attachments').select(attachmentColumns)

/** Adds a message. The key's constraint decides between two concurrent requests. */
async function addMessage(
  db: Db,
  message: NewOrderMessage,
): Promise<{ readonly message: OrderMessage; readonly replayed: boolean }> {
  const { id, orderId, requestKey, by, subject, body, attachmentIds, mail } = message
  const isNew = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('order_messages')
      .values({ id, order_id: orderId, request_key: requestKey, by, subject, body })
      .onConflict((conflict) => conflict.columns(['order_id', 'request_key']).doNothing())
      .executeTakeFirstOrThrow()
    if (added !== 1n) return false
    if (attachmentIds.length > 0) {
      const rows = attachmentIds.map((attachmentId, position) => ({
        message_id: id,
        attachment_id: attachmentId,
        position,
      }))
      await tx.insertInto('message_attachments').values(rows).execute()
    }
    const mailId = await queueMail(tx, { orderId, kind: `message:${id}` }, { ...mail, subject })
    await tx.updateTable('order_messages').set({ email_id: mailId }).where('id', '=', id).execute()
    return true
  })
  const stored = await findByKey(db, orderId, requestKey)
  if (stored === null) throw new Error('The stored message was not found.')
  return { message: stored, replayed: !isNew }
}

async function findByKey(db: Db, orderId: OrderId, key: string): Promise<OrderMessage | null> {
  const messages = await readMessages(
    db,
    sql`message.order_id = ${orderId} and message.request_key = ${key}`,
  )
  return messages[0] ?? null
}

const messageRow = v.object({
  id: v.string(),
  by: v.string(),
  subject: v.string(),
  body: v.string(),
  at: v.date(),
  sentAt: v.nullable(v.date()),
})

async function readMessages(
  db: Db,
  which: ReturnType<typeof sql>,
): Promise<readonly OrderMessage[]> {
  const rows = await readRows(
    db,
    messageRow,
    sql`
    select message.id, message.by, message.subject, message.body, message.at, emails.sent_at as "sentAt"
    from order_messages as message left join emails on emails.id = message.email_id
    where ${which} order by message.at, message.id`,
  )
  if (rows.length === 0) return []
  const files: readonly MessageFile[] = await attachments(db)
    .innerJoin('message_attachments', 'message_attachments.attachment_id', 'attachments.id')
    .select('message_attachments.message_id as messageId')
    .where(
      'message_attachments.message_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('message_attachments.position')
    .execute()
  return withAttachments(rows, files)
}
