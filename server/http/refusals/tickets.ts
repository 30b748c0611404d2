// Refusals of messages from customers and of replies to them.
import { mailAddressHint } from '../../domain/base/text/email-address.ts'
import { lengthText } from '../../domain/base/text/text-lengths.ts'
import { codeFormat } from '../../domain/orders/record/code.ts'
import type { TicketFailure, TicketField } from '../../domain/tickets/failure.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import type { Refusals } from './refusal.ts'

export const ticketFieldTexts: Readonly<Record<TicketField, string>> = {
  name: `Enter a name of at most ${ticketLengths.name} characters, or none.`,
  email: mailAddressHint,
  orderCode: `Enter the whole order code, or none: it is ${codeFormat}, such as SVC-7KQ2ZM.`,
  body: `Enter a message in ${lengthText(ticketLengths.body)}.`,
}

export const ticketRefusals: Refusals<TicketFailure> = {
  ticket_field_invalid: ({ field }) => [400, ticketFieldTexts[field]],
  ticket_not_found: [404, 'There is no such ticket.'],
}
