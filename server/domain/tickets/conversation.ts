// All messages about an order, in both directions, which its page shows to the account of the order.
import type { Order } from '../orders/order.ts'
import { orderPagePath } from '../orders/page-urls.ts'
import type { Ticket, TicketDeps, TicketMessage, Tickets } from './ports.ts'

/** The names of operators are left out. */
export type ConversationMessage = Omit<TicketMessage, 'by' | 'ticketId'> & {
  /** Where its files are served. */
  readonly filesPath: string
}

type Deps = {
  readonly tickets: Pick<Tickets, 'ofOrder' | 'messages'>
  readonly orderMessages: Pick<TicketDeps['orderMessages'], 'listByOrder'>
}

/**
 * For the account of the order, oldest first. Tickets that others opened with its code, signed in or not, are left out.
 */
export async function readConversation(
  deps: Deps,
  order: Pick<Order, 'id' | 'code' | 'accountId'>,
): Promise<readonly ConversationMessage[]> {
  const [tickets, sent] = await Promise.all([
    deps.tickets.ofOrder(order.id, order.accountId),
    deps.orderMessages.listByOrder(order.id),
  ])
  const written = await deps.tickets.messages(tickets.map(({ id }) => id))
  const mailed = sent.map(({ id, subject, body, at, attachments }) => ({
    id,
    author: 'operator' as const,
    body: `${subject}\n\n${body}`,
    at,
    attachments,
    filesPath: `${orderPagePath(order.code)}/files`,
  }))
  return [...written.map(asShown), ...mailed].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** The messages of a ticket as its customer sees them. */
export async function readMessages(
  { tickets }: Pick<TicketDeps, 'tickets'>,
  { id }: Pick<Ticket, 'id'>,
): Promise<readonly ConversationMessage[]> {
  return (await tickets.messages([id])).map(asShown)
}

const asShown = ({
  id,
  ticketId,
  author,
  body,
  at,
  attachments,
}: TicketMessage): ConversationMessage => ({
  id,
  author,
  body,
  at,
  attachments,
  filesPath: `/tickets/${ticketId}/files`,
})
