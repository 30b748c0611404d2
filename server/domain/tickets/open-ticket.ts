// Opens a ticket, and adds further messages of its customer.
import type { AccountCaller } from '../base/caller.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findOrder } from '../orders/find-order.ts'
import type { TicketFailure } from './failure.ts'
import { messageIdOf } from './message-id.ts'
import type { Ticket, TicketDeps, TicketSource } from './ports.ts'
import { readFormFields, readMessage, readTicketFields, type TicketFields } from './read-fields.ts'

type Deps = Pick<TicketDeps, 'orders' | 'orderMessages' | 'tickets' | 'ids' | 'log'>

export type TicketInput = TicketFields & {
  readonly source: TicketSource
  /** From a form: its id, so that sending it twice opens one ticket. From the assistant: the id of the message. */
  readonly messageId: string
  readonly attachmentIds: readonly string[]
}

/** `caller`: null if not signed in. The order code is stored whether or not such an order exists. */
export async function openTicket(
  deps: Deps,
  caller: AccountCaller | null,
  input: TicketInput,
): Promise<Result<Ticket, TicketFailure>> {
  const isForm = input.source === 'form'
  const fields = isForm ? readFormFields(input) : readTicketFields(input)
  if (!fields.ok) return fields
  const { name, email, orderCode, body } = fields.value
  const order = orderCode === '' ? null : await findOrder(deps, orderCode)
  const { attachmentIds } = input
  const content = [name, email, orderCode, body]
  // The assistant finds its conversations by their message ids.
  const id = isForm ? await messageIdOf(deps, { ...input, content }) : input.messageId
  const ticket = await deps.tickets.open({
    id: deps.ids.uuid(),
    source: input.source,
    accountId: caller?.accountId ?? null,
    orderCode,
    orderId: order?.id ?? null,
    name,
    email,
    message: { id, body, attachmentIds },
  })
  deps.log.info('ticket.opened', { number: ticket.number, source: ticket.source })
  return ok(ticket)
}

export type FurtherMessage = {
  readonly ticketId: string
  readonly messageId: string
  readonly body: string
  readonly attachmentIds: readonly string[]
}

export async function addTicketMessage(
  deps: Pick<TicketDeps, 'tickets' | 'orderMessages' | 'ids'>,
  input: FurtherMessage,
): Promise<Result<null, TicketFailure>> {
  const ticket = await findTicket(deps, input.ticketId)
  if (ticket === null) return fail({ kind: 'ticket_not_found' })
  const body = readMessage(input.body)
  if (!body.ok) return body
  const { attachmentIds } = input
  await deps.tickets.addMessage(ticket.id, {
    id: await messageIdOf(deps, { ...input, content: [ticket.id, body.value] }),
    body: body.value,
    attachmentIds,
  })
  return ok(null)
}

/** Finds a ticket by the id that its customer knows. */
export async function findTicket(
  { tickets }: Pick<TicketDeps, 'tickets'>,
  id: string,
): Promise<Ticket | null> {
  return isUuid(id) ? await tickets.read(id) : null
}
