// Rows of tickets, with the account of their order.
import type { Selectable } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Ticket } from '../../domain/tickets/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

export const ticketsOf = (db: Db | Tx) =>
  db
    .selectFrom('tickets')
    .leftJoin('orders', 'orders.id', 'tickets.order_id')
    .selectAll('tickets')
    .select('orders.account_id as order_account_id')

export type TicketRow = Selectable<Database['tickets']> & {
  readonly order_account_id: AccountId | null
}

export const ticketOfRow = (row: TicketRow): Ticket => ({
  id: row.id,
  number: row.number,
  source: row.source,
  state: row.state,
  accountId: row.account_id,
  orderCode: row.order_code,
  orderId: row.order_id,
  orderAccountId: row.order_account_id,
  name: row.name,
  email: row.email,
  waitingSince: row.waiting_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
