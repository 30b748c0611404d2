// A conversation in the form that operators read in a ticket.
import { ticketLengths } from '../tickets/read-fields.ts'
import type { SupportMessage } from './ports.ts'

const opening = 'Asked of the help assistant.'
const cut = '(Earlier messages are left out.)'
/** The assistant's lines come from the sender, who may have changed them. */
const names = { user: 'Customer', assistant: 'Assistant, as the sender has it' } as const

/** Returns the newest messages that fit into a ticket message, oldest first. */
export function conversationText(messages: readonly SupportMessage[]): string {
  const room = ticketLengths.body - opening.length - cut.length - 8
  const lines: string[] = []
  let length = 0
  for (const { role, content } of messages.toReversed()) {
    const block = `${names[role]}: ${content}`
    length += block.length + 2
    if (length > room) break
    lines.unshift(block)
  }
  const left = lines.length < messages.length ? [cut] : []
  return [opening, ...left, ...lines].join('\n\n')
}
