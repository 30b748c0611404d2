// Tickets and their messages. A message's id makes a repeated form submission harmless.
import { sql } from 'kysely'
import type {
  NewTicket,
  NewTicketMessage,
  Ticket,
  TicketMessage,
  TicketReply,
  Tickets,
} from '../../domain/tickets/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { queueMailJob } from '../core/jobs/queue-mail.ts'
import { attachmentColumns, type MessageFile, withAttachments } from '../operators/attachments.ts'
import { countTickets, listTickets, listTicketsOfOrder } from './ticket-lists.ts'
import { type TicketRow, ticketOfRow, ticketsOf } from './ticket-rows.ts'

export function createTickets(db: Db): Tickets {
  return {
    open: (ticket) => open(db, ticket),
    addMessage: (ticketId, message) => addMessage(db, ticketId, message),
    reply: (ticketId, reply) => addReply(db, ticketId, reply),
    setState: async (ticketId, state) => {
      await db
        .updateTable('tickets')
        .set({
          state,
          updated_at: sql`now()`,
          ...(state === 'closed' && { waiting_since: null }),
        })
        .where('id', '=', ticketId)
        .execute()
    },
    read: async (id) =>
      ticketOrNull(await ticketsOf(db).where('tickets.id', '=', id).executeTakeFirst()),
    readByNumber: async (number) =>
      ticketOrNull(await ticketsOf(db).where('tickets.number', '=', number).executeTakeFirst()),
    ofMessages: async (messageIds) => {
      if (messageIds.length === 0) return new Map()
      const rows = await ticketsOf(db)
        .innerJoin('ticket_messages', 'ticket_messages.ticket_id', 'tickets.id')
        .select('ticket_messages.id as messageId')
        .where('ticket_messages.id', 'in', messageIds)
        .execute()
      return new Map(rows.map(({ messageId, ...row }) => [messageId, ticketOfRow(row)]))
    },
    messages: (ticketIds) => readMessages(db, ticketIds),
    list: (page) => listTickets(db, page),
    counts: () => countTickets(db),
    ofOrder: async (orderId, accountId) => {
      const rows = await ticketsOf(db)
        .where('tickets.order_id', '=', orderId)
        .where('tickets.account_id', '=', accountId)
        .orderBy('tickets.number')
        .execute()
      return rows.map(ticketOfRow)
    },
    listOfOrder: (orderId) => listTicketsOfOrder(db, orderId),
    findAttachment: async (ticketId, attachmentId) => {
      const row = await attachments(db)
        .where('ticket_messages.ticket_id', '=', ticketId)
        .where('attachments.id', '=', attachmentId)
        .executeTakeFirst()
      return row ?? null
    },
  }
}

const ticketOrNull = (row: TicketRow | undefined): Ticket | null =>
  row === undefined ? null : ticketOfRow(row)

/** Opens a ticket. The lock on the message's id makes the second of two identical forms wait for the first. */
async function open(db: Db, ticket: NewTicket): Promise<Ticket> {
  const { id, message } = ticket
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${message.id}, 0))`.execute(tx)
    const earlier = await ticketsOf(tx)
      .innerJoin('ticket_messages', 'ticket_messages.ticket_id', 'tickets.id')
      .where('ticket_messages.id', '=', message.id)
      .executeTakeFirst()
    if (earlier !== undefined) return ticketOfRow(earlier)
    await tx
      .insertInto('tickets')
      .values({
        id,
        source: ticket.source,
        account_id: ticket.accountId,
        order_code: ticket.orderCode,
        order_id: ticket.orderId,
        name: ticket.name,
        email: ticket.email,
        waiting_since: sql`now()`,
      })
      .execute()
    await insertMessage(tx, id, message, null)
    return ticketOfRow(await ticketsOf(tx).where('tickets.id', '=', id).executeTakeFirstOrThrow())
  })
}

async function addMessage(db: Db, ticketId: string, message: NewTicketMessage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await insertMessage(tx, ticketId, message, null))) return
    await tx
      .updateTable('tickets')
      .set({
        state: 'open',
        // Keeps the time of the first of several messages, because the customer has waited since then.
        waiting_since: sql`coalesce(waiting_since, now())`,
        updated_at: sql`now()`,
      })
      .where('id', '=', ticketId)
      .execute()
  })
}

async function addReply(db: Db, ticketId: string, reply: TicketReply): Promise<void> {
  const { mail, close } = reply
  await db.transaction().execute(async (tx) => {
    if (!(await insertMessage(tx, ticketId, reply, reply.by))) return
    await tx
      .updateTable('tickets')
      .set({
        state: close ? 'closed' : 'open',
        waiting_since: null,
        updated_at: sql`now()`,
      })
      .where('id', '=', ticketId)
      .execute()
    await queueMailJob(tx, { orderId: null, kind: `ticket:${reply.id}` }, mail)
  })
}

/** Inserts a message. Returns false when a message with that id exists. `by` is null for the customer. */
async function insertMessage(
  tx: Tx,
  ticketId: string,
  { id, body, attachmentIds }: NewTicketMessage,
  by: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('ticket_messages')
    .values({ id, ticket_id: ticketId, author: by === null ? 'customer' : 'operator', by, body })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (added !== 1n) return false
  const rows = attachmentIds.map((attachmentId, position) => ({
    message_id: id,
    attachment_id: attachmentId,
    position,
  }))
  if (rows.length > 0) await tx.insertInto('ticket_attachments').values(rows).execute()
  return true
}

const attachments = (db: Db) =>
  db
    .selectFrom('ticket_attachments')
    .innerJoin('attachments', 'attachments.id', 'ticket_attachments.attachment_id')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'ticket_attachments.message_id')
    .select(attachmentColumns)

async function readMessages(
  db: Db,
  ticketIds: readonly string[],
): Promise<readonly TicketMessage[]> {
  if (ticketIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket_messages')
    .select(['id', 'ticket_id as ticketId', 'author', 'by', 'body', 'at'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const files: readonly MessageFile[] = await attachments(db)
    .select('ticket_attachments.message_id as messageId')
    .where('ticket_messages.ticket_id', 'in', ticketIds)
    .orderBy('ticket_attachments.position')
    .execute()
  return withAttachments(rows, files)
}
