// Tickets, their messages and files.

import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { TicketMessage, TicketSource, TicketState } from '../../domain/tickets/ports.ts'
import type { Created } from './columns.ts'

export type TicketsTable = {
  id: string
  number: Generated<number>
  source: TicketSource
  state: Generated<TicketState>
  account_id: AccountId | null
  order_code: string
  order_id: OrderId | null
  name: string
  email: string
  waiting_since: Date | null
  created_at: Created
  updated_at: Created
}

export type TicketMessagesTable = {
  id: string
  ticket_id: string
  author: TicketMessage['author']
  /** The operator's address; null for the customer. */
  by: string | null
  body: string
  at: Created
}

export type TicketAttachmentsTable = {
  message_id: string
  attachment_id: string
  position: number
}
