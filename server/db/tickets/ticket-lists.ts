// Lists of tickets for the desk.

import { sql } from 'kysely'
import * as v from 'valibot'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { ListedTicket, TicketCounts, TicketFilter } from '../../domain/tickets/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { type TicketRow, ticketOfRow, ticketsOf } from './ticket-rows.ts'

const excerptCharacters = 200

export async function listTickets(
  db: Db,
  {
    filter,
    after,
    limit,
  }: { readonly filter: TicketFilter; readonly after: number | null; readonly limit: number },
): Promise<readonly ListedTicket[]> {
  const all = listedTickets(db).limit(limit)
  const rows =
    filter === 'waiting'
      ? await all
          .where('tickets.waiting_since', 'is not', null)
          .orderBy('tickets.waiting_since')
          .execute()
      : await all
          .where('tickets.state', '=', filter)
          .where(after === null ? sql.lit(true) : isAfter(after))
          .orderBy('tickets.updated_at', 'desc')
          .orderBy('tickets.number', 'desc')
          .execute()
  return rows.map(listedOfRow)
}

export async function listTicketsOfOrder(
  db: Db,
  orderId: OrderId,
): Promise<readonly ListedTicket[]> {
  const rows = await listedTickets(db)
    .where('tickets.order_id', '=', orderId)
    .orderBy(sql`tickets.state = 'open'`, 'desc')
    .orderBy('tickets.updated_at', 'desc')
    .orderBy('tickets.number', 'desc')
    .execute()
  return rows.map(listedOfRow)
}

const listedTickets = (db: Db) =>
  ticketsOf(db).select(
    sql<string>`(select left(body, ${excerptCharacters}::int) from ticket_messages
      where ticket_id = tickets.id and author = 'customer' order by at desc limit 1)`.as('excerpt'),
  )

const listedOfRow = (row: TicketRow & { readonly excerpt: string }): ListedTicket => ({
  ...ticketOfRow(row),
  excerpt: row.excerpt,
})

/** Whether a ticket comes after the given one. The second condition implies the first, which is there for the index on state and time. */
const isAfter = (number: number) => sql<boolean>`
  tickets.updated_at <= (select updated_at from tickets where number = ${number})
  and (tickets.updated_at, tickets.number) < (select updated_at, number from tickets where number = ${number})`

const countsRow = v.object({ waiting: wholeNumber, open: wholeNumber })

/** Counts the tickets. Each count reads an index that contains only the counted tickets. */
export async function countTickets(db: Db): Promise<TicketCounts> {
  const count = (which: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(select count(*)::int from tickets where ${which})`
  const rows = await readRows(
    db,
    countsRow,
    sql`select
    ${count(sql<boolean>`waiting_since is not null`)} as waiting,
    ${count(sql<boolean>`state = 'open'`)} as open`,
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('The count returned no row.')
  return counts
}
