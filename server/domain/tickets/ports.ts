// Ports of tickets: requests of customers, and the conversations about them.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { Mail } from '../base/ports.ts'
import type { Attachment, OperatorDeps } from '../operators/ports.ts'

export const ticketSources = ['form', 'assistant'] as const
export type TicketSource = (typeof ticketSources)[number]

export const ticketStates = ['open', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

export type Ticket = {
  readonly id: string
  /** A running number, by which operators and customers name the ticket. */
  readonly number: number
  readonly source: TicketSource
  readonly state: TicketState
  /** null = sent without signing in. */
  readonly accountId: AccountId | null
  /** The code that was entered; '' without one. */
  readonly orderCode: string
  /** The order with that code, where there is one. */
  readonly orderId: OrderId | null
  /** The account of that order. */
  readonly orderAccountId: AccountId | null
  /** '' without one. */
  readonly name: string
  readonly email: string
  /** Since when the customer waits for a reply; null after a reply and when closed. */
  readonly waitingSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type TicketMessage = {
  readonly id: string
  readonly ticketId: string
  readonly author: 'customer' | 'operator'
  /** The operator's address; null for the customer. */
  readonly by: string | null
  readonly body: string
  readonly at: Date
  readonly attachments: readonly Attachment[]
}

/**
 * Whether the account of the ticket's order opened it. The typed address proves nothing: anyone who knows the customer's address can type
 * it.
 */
export const isByOrderOwner = ({
  accountId,
  orderAccountId,
}: Pick<Ticket, 'accountId' | 'orderAccountId'>): boolean =>
  accountId !== null && accountId === orderAccountId

export type NewTicketMessage = {
  readonly id: string
  readonly body: string
  readonly attachmentIds: readonly string[]
}

export type NewTicket = Pick<
  Ticket,
  'id' | 'source' | 'accountId' | 'orderCode' | 'orderId' | 'name' | 'email'
> & { readonly message: NewTicketMessage }

export type TicketReply = NewTicketMessage & {
  /** The operator's address. */
  readonly by: string
  readonly mail: Mail
  readonly close: boolean
}

/** `waiting`: open and not replied to. */
export type TicketFilter = 'waiting' | TicketState

export type TicketCounts = Readonly<Record<Exclude<TicketFilter, 'closed'>, number>>

export type ListedTicket = Ticket & {
  /** The beginning of the newest message of the customer. */
  readonly excerpt: string
}

export type Tickets = {
  /** One transaction. Changes nothing when a message with that id exists. Returns the ticket of the message. */
  readonly open: (ticket: NewTicket) => Promise<Ticket>
  /** Adds the customer's message; opens the ticket again. Changes nothing when a message with that id exists. */
  readonly addMessage: (ticketId: string, message: NewTicketMessage) => Promise<void>
  /** The reply and its mail in one transaction. Changes nothing when a message with that id exists. */
  readonly reply: (ticketId: string, reply: TicketReply) => Promise<void>
  readonly setState: (ticketId: string, state: TicketState) => Promise<void>
  readonly read: (id: string) => Promise<Ticket | null>
  readonly readByNumber: (number: number) => Promise<Ticket | null>
  /** Replies by the ids of those messages that exist. */
  readonly ofMessages: (messageIds: readonly string[]) => Promise<ReadonlyMap<string, Ticket>>
  /** Oldest first. */
  readonly messages: (ticketIds: readonly string[]) => Promise<readonly TicketMessage[]>
  /** Waiting ones by age; others by their last change, newest first, from the one after `after` on. */
  readonly list: (page: {
    filter: TicketFilter
    /** The number of a ticket. */
    after: number | null
    limit: number
  }) => Promise<readonly ListedTicket[]>
  /** Closed tickets are not counted: their number only grows. */
  readonly counts: () => Promise<TicketCounts>
  /** Tickets about the order that the account opened; oldest first. */
  readonly ofOrder: (orderId: OrderId, accountId: AccountId) => Promise<readonly Ticket[]>
  /** For the desk: all tickets about the order. Open ones first, then by their last change, newest first. */
  readonly listOfOrder: (orderId: OrderId) => Promise<readonly ListedTicket[]>
  /** An attachment of a message of the ticket. */
  readonly findAttachment: (ticketId: string, attachmentId: string) => Promise<Attachment | null>
}

export type TicketDeps = OperatorDeps & { readonly tickets: Tickets }
