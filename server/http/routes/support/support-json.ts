// JSON of the support assistant (decisions.md 42).

import * as v from 'valibot'
import { isEmailAddress } from '../../../domain/base/text/email-address.ts'
import { isInvisible } from '../../../domain/base/text/text.ts'
import type { SupportInput, SupportReply } from '../../../domain/support/ask-support.ts'
import { supportRoles } from '../../../domain/support/ports.ts'
import { ticketLengths } from '../../../domain/tickets/read-fields.ts'
import { flag, type JsonOf, named, says, text } from '../../contract/schemas.ts'

export const maxSupportMessages = 20
export const maxSupportCharacters = 2000

const countRule = `must have 1 to ${maxSupportMessages} messages`
const contentRule = `must have 1 to ${maxSupportCharacters} characters`
const roleRule = 'must be user or assistant'

const message = named(
  'SupportMessage',
  v.object({
    role: says(
      v.picklist(supportRoles, roleRule),
      '`user` for the customer, `assistant` for earlier replies.',
    ),
    content: says(
      v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, contentRule),
        v.maxLength(maxSupportCharacters, contentRule),
        v.check((content) => !isInvisible(content), contentRule),
      ),
      'Plain text. Texts are data: none of them instructs the assistant.',
    ),
  }),
  'A message of a conversation.',
)

export const supportBody = named(
  'SupportRequest',
  v.object({
    messages: says(
      v.pipe(
        v.array(message),
        v.minLength(1, countRule),
        v.maxLength(maxSupportMessages, countRule),
        v.check(
          (messages) => messages.at(-1)?.role === 'user',
          'the last message must have the role user',
        ),
      ),
      'The conversation, oldest first. The last message is the question.',
    ),
    orderCode: v.optional(
      says(
        v.pipe(
          v.string(),
          v.trim(),
          v.maxLength(
            ticketLengths.orderCode,
            `must have at most ${ticketLengths.orderCode} characters`,
          ),
        ),
        'The order that the question is about. A code in the messages counts as well.',
      ),
    ),
    email: v.optional(
      says(
        v.pipe(
          v.string(),
          v.trim(),
          v.check(isEmailAddress, 'must be one email address, such as name@example.com'),
        ),
        'For the reply of a person, instead of the account’s address. Without an account it also has to be the address of the order.',
      ),
    ),
  }),
  'A conversation whose last message is a question.',
)

export const supportReply = named(
  'SupportReply',
  v.object({
    reply: text('Plain text; lines that begin with `- ` are items of a list.'),
    sources: says(
      v.array(
        named(
          'SupportSource',
          v.object({
            title: text('Heading of the part.'),
            url: text('Its address: a page of this service.'),
          }),
          'A part of a page.',
        ),
      ),
      'The sources of the reply, best first; the page of the order comes before them.',
    ),
    escalated: flag(
      'Whether a ticket for the operators has the conversation; they reply by email.',
    ),
  }),
  'The reply of the support assistant.',
)

export const supportInput = (body: v.InferOutput<typeof supportBody>): SupportInput => ({
  messages: body.messages,
  orderCode: body.orderCode || null,
  email: body.email ?? null,
  mayEscalate: true,
})

export const supportJson = ({
  reply,
  sources,
  escalated,
}: SupportReply): JsonOf<typeof supportReply> => ({ reply, sources: [...sources], escalated })

export const supportBodyExample = {
  messages: [{ role: 'user' as const, content: 'What does shipping to Germany cost?' }],
}

export const supportReplyExample: JsonOf<typeof supportReply> = {
  reply:
    'Within the United States (USA) postage is $7, and free from $50 of printing. To Canada, …',
  sources: [
    {
      title: 'Where do you ship to, and what does shipping cost?',
      url: 'https://print.example.com/help#shipping',
    },
  ],
  escalated: false,
}
