// Rows of tickets, with the address of their order.
import type { Selectable, Transaction } from 'kysely'
import type { Ticket } from '../../domain/tickets/ports.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

export const ticketsOf = (db: Db | Transaction<Database>) =>
  db
    .selectFrom('tickets')
    .leftJoin('orders', 'orders.id', 'tickets.order_id')
    .selectAll('tickets')
    .select('orders.email as order_email')

export type TicketRow = Selectable<Database['tickets']> & { readonly order_email: string | null }

export const ticketOfRow = (row: TicketRow): Ticket => ({
  id: row.id,
  number: row.number,
  source: row.source,
  state: row.state,
  accountId: row.account_id,
  orderCode: row.order_code,
  orderId: row.order_id,
  orderEmail: row.order_email,
  name: row.name,
  email: row.email,
  waitingSince: row.waiting_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
