// Lists of tickets for the desk.
import { sql } from 'kysely'
import type { ListedTicket, TicketFilter } from '../../domain/tickets/ports.ts'
import type { Db } from '../core/connect.ts'
import { ticketOfRow, ticketsOf } from './ticket-rows.ts'

const excerptCharacters = 200

export async function listTickets(
  db: Db,
  { filter, limit }: { readonly filter: TicketFilter; readonly limit: number },
): Promise<readonly ListedTicket[]> {
  const all = ticketsOf(db)
    .select(
      sql<string>`(select left(body, ${excerptCharacters}::int) from ticket_messages
        where ticket_id = tickets.id and author = 'customer' order by at desc limit 1)`.as(
        'excerpt',
      ),
    )
    .limit(limit)
  const rows =
    filter === 'waiting'
      ? await all
          .where('tickets.waiting_since', 'is not', null)
          .orderBy('tickets.waiting_since')
          .execute()
      : await all
          .where('tickets.state', '=', filter)
          .orderBy('tickets.updated_at', 'desc')
          .execute()
  return rows.map((row) => ({ ...ticketOfRow(row), excerpt: row.excerpt }))
}

export async function countTickets(db: Db): Promise<Readonly<Record<TicketFilter, number>>> {
  const count = (which: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(*) filter (where ${which})::int`
  return await db
    .selectFrom('tickets')
    .select([
      count(sql<boolean>`waiting_since is not null`).as('waiting'),
      count(sql<boolean>`state = 'open'`).as('open'),
      count(sql<boolean>`state = 'closed'`).as('closed'),
    ])
    .executeTakeFirstOrThrow()
}
