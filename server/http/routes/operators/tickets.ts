// /operator/tickets: the list of tickets, one of them, and the forms that reply to it and close it.
import type { TicketFailure } from '../../../domain/tickets/failure.ts'
import type { Ticket, TicketFilter } from '../../../domain/tickets/ports.ts'
import { replyToTicket, setTicketState } from '../../../domain/tickets/reply.ts'
import { deskTicketNotFound } from '../../../pages/operators/not-found.tsx'
import { type DeskTicketView, deskTicketPage } from '../../../pages/operators/tickets/ticket.tsx'
import { deskTicketPath } from '../../../pages/operators/tickets/ticket-path.ts'
import { ticketsPage } from '../../../pages/operators/tickets/tickets.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { readFields, readForm, seeOther } from '../../requests/forms.ts'
import { type DeskNotice, info, noticeOf } from './ask-first.ts'
import { type DeskReader, forOperator, forViewer } from './operator-view.ts'

const path = '/operator/tickets'
const rows = 200

export const ticketPages = [
  page('GET', path, showTickets),
  page('GET', `${path}/:number`, showTicket),
  page('POST', `${path}/:number/reply`, replyByForm),
  page('POST', `${path}/:number/state`, setStateByForm),
]

const notices: Readonly<Record<string, DeskNotice>> = {
  replied: info('The reply is queued and goes out within seconds.'),
  closed: info('The ticket is closed.'),
  open: info('The ticket is open again.'),
}

function showTickets(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const { deps } = http
    const filter = filterOf(query['state'])
    // One more than is shown, to find out whether there are older ones.
    const [counts, found] = await Promise.all([
      deps.tickets.counts(),
      deps.tickets.list({ filter, after: numberOf(query['after']), limit: rows + 1 }),
    ])
    const tickets = found.slice(0, rows)
    const last = found.length > rows ? (tickets.at(-1)?.number ?? null) : null
    return ticketsPage({ user, now: deps.clock.now(), filter, counts, tickets, last })
  })
}

const filterOf = (sent: string | undefined): TicketFilter =>
  sent === 'open' || sent === 'closed' ? sent : 'waiting'

/** null for anything but a ticket number. */
const numberOf = (sent: string | undefined): number | null =>
  sent !== undefined && /^\d{1,9}$/.test(sent) ? Number(sent) : null

/** 0 = no ticket. */
const namedBy = ({ params }: Received): number => numberOf(params['number']) ?? 0

function showTicket(http: HttpContext, received: Received): Promise<Response> {
  const { request, query } = received
  return forViewer(http, request, async (user) => {
    const ticket = await http.deps.tickets.readByNumber(namedBy(received))
    const notice = noticeOf(notices, query['done'])
    return ticket === null
      ? deskTicketNotFound(user)
      : render(http, user, ticket, notice === undefined ? {} : { notice })
  })
}

type Shown = Pick<DeskTicketView, 'notice' | 'body' | 'errors' | 'status'>

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  ticket: Ticket,
  shown: Shown,
): Promise<Response> {
  const messages = await deps.tickets.messages([ticket.id])
  return deskTicketPage({ user, ticket, messages, messageId: deps.ids.uuid(), ...shown })
}

/** A reply of 5000 characters, each in up to nine. */
const maxReplyBytes = 64 * 1024

async function readText(request: Request): Promise<(name: string) => string> {
  const fields = await readFields(request, maxReplyBytes)
  return (name) => (fields.ok ? (fields.value.get(name) ?? '') : '')
}

function replyByForm(http: HttpContext, received: Received): Promise<Response> {
  const { request } = received
  return forOperator(http, request, async (user) => {
    const number = namedBy(received)
    const field = await readText(request)
    const replied = await replyToTicket(http.deps, user.email, {
      number,
      body: field('body'),
      messageId: field('messageId'),
      close: field('close') === '1',
    })
    if (replied.ok) return seeOther(`${deskTicketPath(number)}?done=replied`)
    return refuse(http, user, { number, body: field('body'), failure: replied.failure })
  })
}

type Refused = {
  readonly number: number
  readonly body: string
  readonly failure: TicketFailure
}

async function refuse(
  http: HttpContext,
  user: DeskReader,
  { number, body, failure }: Refused,
): Promise<Response> {
  const ticket =
    failure.kind === 'ticket_not_found' ? null : await http.deps.tickets.readByNumber(number)
  if (ticket === null) return deskTicketNotFound(user)
  const text = 'Enter a reply in 1 to 5000 characters.'
  return render(http, user, ticket, {
    status: 400,
    body,
    errors: { body: text },
    notice: { kind: 'error', text: `Nothing was sent. ${text}` },
  })
}

function setStateByForm(http: HttpContext, received: Received): Promise<Response> {
  const { request } = received
  return forOperator(http, request, async (user) => {
    const number = namedBy(received)
    const field = await readForm(request)
    const state = field('state') === 'closed' ? 'closed' : 'open'
    const set = await setTicketState(http.deps, user.email, { number, state })
    return set.ok ? seeOther(`${deskTicketPath(number)}?done=${state}`) : deskTicketNotFound(user)
  })
}
