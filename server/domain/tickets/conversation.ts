// What an order's page shows to the account of the order: everything that was written about it, in both directions.
import type { Order } from '../orders/order.ts'
import type { Ticket, TicketDeps, TicketMessage } from './ports.ts'

export type ConversationMessage = Omit<TicketMessage, 'by'> & {
  /** Where its files are served. */
  readonly filesPath: string
}

export type Conversation = {
  /** Oldest first; the names of operators are left out. */
  readonly messages: readonly ConversationMessage[]
  /** The newest one, in which further messages go. */
  readonly ticket: Ticket | null
}

type Deps = Pick<TicketDeps, 'tickets' | 'orderMessages'>

/** For the account of the order. Tickets that others opened with its code, signed in or not, are left out. */
export async function readConversation(deps: Deps, order: Order): Promise<Conversation> {
  const [tickets, sent] = await Promise.all([
    deps.tickets.ofOrder(order.id, order.accountId),
    deps.orderMessages.listByOrder(order.id),
  ])
  const written = await Promise.all(tickets.map((ticket) => readMessages(deps, ticket)))
  const mailed = sent.map(({ id, subject, body, at, attachments }) => ({
    id,
    author: 'operator' as const,
    body: `${subject}\n\n${body}`,
    at,
    attachments,
    filesPath: `/orders/${order.code}/files`,
  }))
  const messages = [...written.flat(), ...mailed].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  return { messages, ticket: tickets.at(-1) ?? null }
}

/** The messages of a ticket as its customer sees them. */
export async function readMessages(
  { tickets }: Pick<TicketDeps, 'tickets'>,
  { id: ticketId }: Pick<Ticket, 'id'>,
): Promise<readonly ConversationMessage[]> {
  const messages = await tickets.messages([ticketId])
  const filesPath = `/tickets/${ticketId}/files`
  return messages.map(({ id, author, body, at, attachments }) => ({
    id,
    author,
    body,
    at,
    attachments,
    filesPath,
  }))
}
