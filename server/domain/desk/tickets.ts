// Customer tickets, and the conversation of one ticket.
import { fail, ok, type Result } from '../base/result.ts'
import type { TicketFailure } from '../tickets/failure.ts'
import type {
  ListedTicket,
  Ticket,
  TicketCounts,
  TicketDeps,
  TicketFilter,
  TicketMessage,
} from '../tickets/ports.ts'

export type TicketList = {
  readonly filter: TicketFilter
  readonly counts: TicketCounts
  readonly tickets: readonly ListedTicket[]
  /** Number of the last listed ticket if the list continues; otherwise null. */
  readonly last: number | null
}

const ticketsPerPage = 200

/** Reads a page of tickets. `after`: number of the ticket after which the page begins. */
export async function readTickets(
  { tickets: port }: Pick<TicketDeps, 'tickets'>,
  { filter, after }: { readonly filter: TicketFilter; readonly after: number | null },
): Promise<TicketList> {
  // Requests one more than the page shows, to detect whether there are older ones.
  const [counts, found] = await Promise.all([
    port.counts(),
    port.list({ filter, after, limit: ticketsPerPage + 1 }),
  ])
  const tickets = found.slice(0, ticketsPerPage)
  const last = found.length > ticketsPerPage ? (tickets.at(-1)?.number ?? null) : null
  return { filter, counts, tickets, last }
}

export type Conversation = {
  readonly ticket: Ticket
  /** Oldest first. */
  readonly messages: readonly TicketMessage[]
}

export async function readConversation(
  { tickets }: Pick<TicketDeps, 'tickets'>,
  number: number,
): Promise<Result<Conversation, TicketFailure>> {
  const ticket = await tickets.readByNumber(number)
  if (ticket === null) return fail({ kind: 'ticket_not_found' })
  return ok({ ticket, messages: await tickets.messages([ticket.id]) })
}
