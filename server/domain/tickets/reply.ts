// Operators' actions on a ticket: reply by email, close it, reopen it.
import { fail, ok, type Result } from '../base/result.ts'
import type { TicketFailure } from './failure.ts'
import { messageIdOf } from './message-id.ts'
import type { Ticket, TicketDeps, TicketState } from './ports.ts'
import { readMessage } from './read-fields.ts'

type Deps = Pick<TicketDeps, 'tickets' | 'orderMessages' | 'ids' | 'baseUrl' | 'log'>

export type ReplyInput = {
  readonly number: number
  readonly body: string
  /** The form's id, so that sending it twice sends one email. */
  readonly messageId: string
  readonly close: boolean
}

/** `by`: the operator's address, which the customer does not see. */
export async function replyToTicket(
  deps: Deps,
  by: string,
  input: ReplyInput,
): Promise<Result<Ticket, TicketFailure>> {
  const ticket = await deps.tickets.readByNumber(input.number)
  if (ticket === null) return fail({ kind: 'ticket_not_found' })
  const body = readMessage(input.body)
  if (!body.ok) return body
  const attachmentIds: readonly string[] = []
  const content = [ticket.id, body.value]
  await deps.tickets.reply(ticket.id, {
    id: await messageIdOf(deps, { messageId: input.messageId, content, attachmentIds }),
    body: body.value,
    attachmentIds,
    by,
    mail: {
      to: ticket.email,
      subject: `Your request ${ticketName(ticket)}`,
      text: mailText(ticket, body.value, deps.baseUrl),
    },
    close: input.close,
  })
  deps.log.info('ticket.replied', { number: ticket.number, by })
  return ok(ticket)
}

function mailText(ticket: Ticket, body: string, baseUrl: string): string {
  const about = ticket.orderCode === '' ? '' : ` about order ${ticket.orderCode}`
  return [
    body,
    '',
    `This is our reply to your request ${ticketName(ticket)}${about}.`,
    `The conversation, and a form to write to us again: ${ticketUrl(ticket, baseUrl)}`,
    '',
  ].join('\n')
}

export async function setTicketState(
  deps: Pick<TicketDeps, 'tickets' | 'log'>,
  by: string,
  { number, state }: { readonly number: number; readonly state: TicketState },
): Promise<Result<Ticket, TicketFailure>> {
  const ticket = await deps.tickets.readByNumber(number)
  if (ticket === null) return fail({ kind: 'ticket_not_found' })
  await deps.tickets.setState(ticket.id, state)
  deps.log.info('ticket.state_set', { number, state, by })
  return ok(ticket)
}

/** Returns a name such as "T-1042". */
export const ticketName = ({ number }: Pick<Ticket, 'number'>): string => `T-${number}`

/** Returns a URL that works without signing in, because the id is random. */
export const ticketUrl = ({ id }: Pick<Ticket, 'id'>, baseUrl: string): string =>
  `${baseUrl}${ticketPath({ id })}`

export const ticketPath = ({ id }: Pick<Ticket, 'id'>): string => `/tickets/${id}`
