// /operator/tickets: customer requests. Those that wait for a reply come first.
import type { TicketList } from '../../../domain/desk/tickets.ts'
import type { ListedTicket, TicketFilter } from '../../../domain/tickets/ports.ts'
import { ticketName } from '../../../domain/tickets/reply.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Segments } from '../../../html/section.tsx'
import { count } from '../../base/figures.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { deskTicketPath } from './ticket-path.ts'

export type TicketsView = DeskView & TicketList & { readonly now: Date }

const filterLabels = {
  waiting: 'Waiting for a reply',
  open: 'Open',
  closed: 'Closed',
} as const satisfies Record<TicketFilter, string>

const emptyTexts: Readonly<Record<TicketFilter, string>> = {
  waiting:
    'No customer waits for a reply. Messages come from /contact and from the pages of orders.',
  open: 'No open tickets.',
  closed: 'No closed tickets.',
}

export function ticketsPage(view: TicketsView): Response {
  const { now, filter, counts, tickets, last } = view
  return deskScreen({
    ...view,
    tab: 'tickets',
    title: 'Tickets',
    body: (
      <>
        <Segments
          label="State"
          segments={(['waiting', 'open', 'closed'] as const).map((each) => ({
            label:
              each === 'closed'
                ? filterLabels.closed
                : `${filterLabels[each]} ${count(counts[each])}`,
            href: `/operator/tickets?state=${each}`,
            isChosen: each === filter,
          }))}
        />
        <DataTable
          caption={`${filterLabels[filter]} tickets`}
          rows={tickets}
          empty={emptyTexts[filter]}
          columns={[
            { label: 'Ticket', cell: (ticket) => <TicketLink ticket={ticket} /> },
            { label: 'State', cell: (ticket) => <TicketState ticket={ticket} /> },
            {
              label: 'Since',
              cell: ({ waitingSince, updatedAt }) => (
                <Age since={waitingSince ?? updatedAt} now={now} />
              ),
            },
            {
              label: 'From',
              text: senderText,
            },
            {
              label: 'Order',
              cell: ({ orderId, orderCode }) =>
                orderId === null ? <span>{orderCode}</span> : <OrderLink code={orderCode} />,
            },
            { label: 'Message', kind: 'rest', text: ({ excerpt }) => excerpt },
          ]}
        />
        <Further filter={filter} last={last} shown={tickets.length} />
      </>
    ),
  })
}

type FurtherProps = Pick<TicketsView, 'filter' | 'last'> & { readonly shown: number }

/** Link to more tickets. Waiting tickets leave their list when they are answered, so only other lists need it. */
function Further({ filter, last, shown }: FurtherProps) {
  if (last === null) return ''
  if (filter === 'waiting') return <p class="hint">{`The ${shown} that have waited longest.`}</p>
  return (
    <p>
      <a href={`/operator/tickets?state=${filter}&after=${last}`}>Older tickets</a>
    </p>
  )
}

export const senderText = ({ name, email }: Pick<ListedTicket, 'name' | 'email'>): string =>
  name === '' ? email : `${name}, ${email}`

export function TicketLink({ ticket }: { ticket: ListedTicket }) {
  return <a href={deskTicketPath(ticket.number)}>{ticketName(ticket)}</a>
}

export function TicketState({ ticket }: { ticket: Pick<ListedTicket, 'state' | 'waitingSince'> }) {
  if (ticket.state === 'closed') return <StateBadge state="done" label="Closed" />
  return ticket.waitingSince === null ? (
    <StateBadge state="running" label="Replied" />
  ) : (
    <StateBadge state="waiting" label="Waiting" />
  )
}
