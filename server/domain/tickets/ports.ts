// Ports of tickets: customer requests, and the conversations about them.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { Mail } from '../base/ports.ts'
import type { Attachment, OperatorDeps } from '../operators/ports.ts'

export const ticketSources = ['form', 'assistant'] as const
export type TicketSource = (typeof ticketSources)[number]

export const ticketStates = ['open', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

export type Ticket = {
  readonly id: string
  /** A sequential number that operators and customers use. */
  readonly number: number
  readonly source: TicketSource
  readonly state: TicketState
  /** null = sent without signing in. */
  readonly accountId: AccountId | null
  /** The entered code; '' = none. */
  readonly orderCode: string
  /** The order with that code, if it exists. */
  readonly orderId: OrderId | null
  /** The account of that order. */
  readonly orderAccountId: AccountId | null
  /** '' = none. */
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
  /** The operator's email address; null for the customer. */
  readonly by: string | null
  readonly body: string
  readonly at: Date
  readonly attachments: readonly Attachment[]
}

/**
 * Whether the account of the ticket's order opened it. The typed address is not proof: anyone who knows the customer's
 * address can type it.
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
  /** The operator's email address. */
  readonly by: string
  readonly mail: Mail
  readonly close: boolean
}

/** `waiting`: open and without a reply. */
export type TicketFilter = 'waiting' | TicketState

export type TicketCounts = Readonly<Record<Exclude<TicketFilter, 'closed'>, number>>

export type ListedTicket = Ticket & {
  /** The beginning of the customer's newest message. */
  readonly excerpt: string
}

export type Tickets = {
  /** Opens the ticket in one transaction. Does nothing if a message with that id exists. Returns the message's ticket. */
  readonly open: (ticket: NewTicket) => Promise<Ticket>
  /** Adds the customer's message and reopens the ticket. Does nothing if a message with that id exists. */
  readonly addMessage: (ticketId: string, message: NewTicketMessage) => Promise<void>
  /** Stores the reply and its email in one transaction. Does nothing if a message with that id exists. */
  readonly reply: (ticketId: string, reply: TicketReply) => Promise<void>
  readonly setState: (ticketId: string, state: TicketState) => Promise<void>
  readonly read: (id: string) => Promise<Ticket | null>
  readonly readByNumber: (number: number) => Promise<Ticket | null>
  /** Returns tickets by the ids of the existing messages. */
  readonly ofMessages: (messageIds: readonly string[]) => Promise<ReadonlyMap<string, Ticket>>
  /** Returns the oldest first. */
  readonly messages: (ticketIds: readonly string[]) => Promise<readonly TicketMessage[]>
  /** Returns waiting tickets by age; others by their last change, newest first, starting after `after`. */
  readonly list: (page: {
    filter: TicketFilter
    /** The number of a ticket. */
    after: number | null
    limit: number
  }) => Promise<readonly ListedTicket[]>
  /** Excludes closed tickets, whose number only grows. */
  readonly counts: () => Promise<TicketCounts>
  /** Returns tickets about the order that the account opened, oldest first. */
  readonly ofOrder: (orderId: OrderId, accountId: AccountId) => Promise<readonly Ticket[]>
  /** Returns all tickets about the order, for the desk. Open tickets first, then by their last change, newest first. */
  readonly listOfOrder: (orderId: OrderId) => Promise<readonly ListedTicket[]>
  /** Returns an attachment of a message of the ticket. */
  readonly findAttachment: (ticketId: string, attachmentId: string) => Promise<Attachment | null>
}

export type TicketDeps = OperatorDeps & { readonly tickets: Tickets }
