// All messages about an order in both directions, which its page shows to the order's account.
import type { Order } from '../orders/record/order.ts'
import { orderPagePath } from '../orders/record/page-urls.ts'
import type { Ticket, TicketDeps, TicketMessage, Tickets } from './ports.ts'

/** Excludes the names of operators. */
export type ConversationMessage = Omit<TicketMessage, 'by' | 'ticketId'> & {
  /** Path under which its files are served. */
  readonly filesPath: string
}

type Deps = {
  readonly tickets: Pick<Tickets, 'ofOrder' | 'messages'>
  readonly orderMessages: Pick<TicketDeps['orderMessages'], 'listByOrder'>
}

/**
 * Returns messages for the order's account, oldest first. Excludes tickets that others opened with its code, signed in
 * or not.
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

/** Returns the messages of a ticket as shown to its customer. */
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
