// Forwards a conversation to the operators. Each conversation has one ticket, to which its later messages are added.
import { severalLines } from '../base/text/text.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { derivedId } from '../orders/record/identity.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import type { Ticket } from '../tickets/ports.ts'
import { ticketName } from '../tickets/reply.ts'
import { conversationText } from './conversation-text.ts'
import type { Asker } from './find-own-order.ts'
import type { SupportDeps, SupportMessage } from './ports.ts'

type Deps = Pick<
  SupportDeps,
  | 'tickets'
  | 'orders'
  | 'orderMessages'
  | 'orderIds'
  | 'ids'
  | 'log'
  | 'rateCounters'
  | 'production'
>

export type Escalation =
  | { readonly kind: 'opened'; readonly name: string; readonly email: string }
  | { readonly kind: 'email_missing' }
  | { readonly kind: 'limited'; readonly failure: LimitFailure }

type Conversation = {
  readonly messages: readonly SupportMessage[]
  /** '' = no code. */
  readonly orderCode: string
  readonly email: string | null
}

/** Escalates the conversation. Counted as a message to the farm, unless the farm already has the message. */
export async function escalate(
  deps: Deps,
  asker: Asker,
  { messages, orderCode, email: typed }: Conversation,
): Promise<Escalation> {
  const { caller, clientAddress } = asker
  const email = typed ?? caller?.email ?? null
  if (email === null) return { kind: 'email_missing' }
  const sender = caller?.accountId ?? `${clientAddress} ${email.toLowerCase()}`
  const turns = turnsOf(deps, sender, messages)
  const known = await deps.tickets.ofMessages(turns.map(({ id }) => id))
  const [last] = turns.slice(-1)
  if (last === undefined) throw new Error('a conversation without a message of the customer')
  const same = known.get(last.id)
  if (same !== undefined) return openedTicket(same)
  const slot = await (caller === null
    ? consumeRateLimit(deps, 'ticket-anonymous', clientAddress)
    : consumeRateLimit(deps, 'ticket-signed-in', caller.email))
  if (!slot.ok) return { kind: 'limited', failure: slot.failure }
  const before = turns.findLast(({ id }) => known.has(id))
  const ticket = before && known.get(before.id)
  const message = { id: last.id, attachmentIds: [] }
  if (before !== undefined && ticket !== undefined) {
    const body = severalLines(conversationText(messages.slice(before.end)))
    await deps.tickets.addMessage(ticket.id, { ...message, body })
    return openedTicket(ticket)
  }
  const made = await openTicket(deps, caller, {
    source: 'assistant',
    name: '',
    email,
    orderCode,
    body: conversationText(messages),
    messageId: last.id,
    attachmentIds: [],
  })
  // The fields were checked when the request was read.
  if (!made.ok) throw new Error(`no ticket for a conversation: ${made.failure.kind}`)
  return openedTicket(made.value)
}

/** Omits the ticket's page: its id must reach only the sender, and the email address may belong to anyone. */
const openedTicket = (ticket: Ticket): Escalation => ({
  kind: 'opened',
  name: ticketName(ticket),
  email: ticket.email,
})

type Turn = {
  /**
   * Id of the message that this turn adds to a ticket. The same sender and the same text up to this turn result in the
   * same id.
   */
  readonly id: string
  /** The position after this turn. */
  readonly end: number
}

/** Returns one turn per customer message. Excludes the assistant's messages, because programs may shorten them. */
function turnsOf(
  { orderIds }: Deps,
  sender: string,
  messages: readonly SupportMessage[],
): readonly Turn[] {
  const said: string[] = []
  const turns: Turn[] = []
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'user') continue
    said.push(content)
    const subject = JSON.stringify(['support', sender, said])
    turns.push({ id: derivedId(orderIds, subject, 0), end: index + 1 })
  }
  return turns
}
