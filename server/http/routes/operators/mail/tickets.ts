// /operator/tickets: the ticket list, the page of a ticket, and the forms that reply to it and close it.
import { ok } from '../../../../domain/base/result.ts'
import { lengthText } from '../../../../domain/base/text/text-lengths.ts'
import { readWhole } from '../../../../domain/base/text/whole-number.ts'
import { readConversation, readTickets } from '../../../../domain/desk/tickets.ts'
import { messageLengths } from '../../../../domain/operators/order-messages.ts'
import type { TicketFilter, TicketState } from '../../../../domain/tickets/ports.ts'
import { replyToTicket, setTicketState } from '../../../../domain/tickets/reply.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { type DeskTicketView, deskTicketPage } from '../../../../pages/operators/tickets/ticket.tsx'
import { deskTicketPath } from '../../../../pages/operators/tickets/ticket-path.ts'
import { ticketsPage } from '../../../../pages/operators/tickets/tickets.tsx'
import { anyText, checkbox, type Field } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form, wrongAt } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { info, type ListNotice, listPage, outcomeOf, problem } from '../forms/desk-list.ts'

const path = '/operator/tickets'

/** Fits a reply whose characters take up to nine bytes each. */
const maxReplyBytes = 64 * 1024

const notices = {
  replied: info('The reply is queued and goes out within seconds.'),
  closed: info('The ticket is closed.'),
  open: info('The ticket is open again.'),
}

const replyText = `Enter a reply in ${lengthText(messageLengths.body)}.`

const stateField: Field<TicketState> = {
  read: (field, name) => ok(field(name) === 'closed' ? 'closed' : 'open'),
}

export const ticketPages = [
  listPage({ path, show: showTickets }),
  page({
    path: `${path}/:number`,
    access: viewers,
    show: function showDeskTicket(http, { params, query, caller }) {
      return showTicket(http, caller, params, outcomeOf(notices, query['done']))
    },
  }),
  form({
    path: `${path}/:number/reply`,
    access: operators,
    fields: { body: anyText, messageId: anyText, close: checkbox },
    maxBytes: maxReplyBytes,
    act: async function replyByForm({ deps }, { caller, params, body }) {
      const replied = await replyToTicket(deps, caller.email, { number: namedBy(params), ...body })
      return replied.ok ? replied : wrongAt({ body: replyText })
    },
    done: (_http, { params }) => `${deskTicketPath(namedBy(params))}?done=replied`,
    refuse: (http, { caller, params }, { status, text, errors, failure, typedIn }) =>
      showTicket(http, caller, params, {
        status,
        typed: typedIn('body'),
        errors,
        notice: problem(failure === null ? `Nothing was sent. ${replyText}` : text),
      }),
  }),
  form({
    path: `${path}/:number/state`,
    access: operators,
    fields: { state: stateField },
    act: async function setStateByForm({ deps }, { caller, params, body }) {
      const set = await setTicketState(deps, caller.email, { number: namedBy(params), ...body })
      return set.ok ? set : wrongAt({})
    },
    done: (_http, { params, body }) => `${deskTicketPath(namedBy(params))}?done=${body.state}`,
    refuse: (http, { caller, params }, { status, text, failure }) =>
      failure === null
        ? deskNotFound(caller, 'ticket')
        : showTicket(http, caller, params, { status, notice: problem(text) }),
  }),
]

type Query = { readonly state?: string | undefined; readonly after?: string | undefined }

async function showTickets(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  { state, after }: Query,
): Promise<Response> {
  const list = await readTickets(deps, { filter: filterOf(state), after: numberOf(after) })
  return ticketsPage({ ...outcome, ...list, user, now: deps.clock.now() })
}

const filterOf = (text: string | undefined): TicketFilter =>
  text === 'open' || text === 'closed' ? text : 'waiting'

/** Returns the ticket number, or null for any other text. */
const numberOf = (text: string | undefined): number | null => readWhole(text, 9)

type TicketAddress = { readonly number: string }

/** Returns the ticket number, or 0 for none. */
const namedBy = ({ number }: TicketAddress): number => numberOf(number) ?? 0

async function showTicket(
  { deps }: HttpContext,
  user: DeskViewer,
  params: TicketAddress,
  shown: ListNotice & Pick<DeskTicketView, 'typed' | 'errors'>,
): Promise<Response> {
  const read = await readConversation(deps, namedBy(params))
  return read.ok
    ? deskTicketPage({ ...shown, ...read.value, user, messageId: deps.ids.uuid() })
    : deskNotFound(user, 'ticket')
}
