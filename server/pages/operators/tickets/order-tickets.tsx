// Tickets about an order, as a section of the operators' order page.
import { isByOrderOwner, type ListedTicket } from '../../../domain/tickets/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { Moment } from '../parts/moment.tsx'
import { senderText, TicketLink, TicketState } from './tickets.tsx'

type OrderTicketsProps = { readonly tickets: readonly ListedTicket[]; readonly timeZone: string }

/** Empty without tickets. */
export function OrderTickets({ tickets, timeZone }: OrderTicketsProps) {
  if (tickets.length === 0) return ''
  return (
    <Section id="tickets" title="Tickets">
      <DataTable
        caption="Tickets about this order, open ones first"
        rows={tickets}
        empty=""
        columns={[
          { label: 'Ticket', cell: (ticket) => <TicketLink ticket={ticket} /> },
          { label: 'State', cell: (ticket) => <TicketState ticket={ticket} /> },
          {
            label: 'Last change',
            cell: ({ updatedAt }) => <Moment at={updatedAt} timeZone={timeZone} />,
          },
          {
            label: 'From',
            text: (ticket) =>
              isByOrderOwner(ticket)
                ? 'the order’s account'
                : `${senderText(ticket)}, not the order’s account`,
          },
          { label: 'Message', kind: 'rest', text: ({ excerpt }) => excerpt },
        ]}
      />
    </Section>
  )
}
