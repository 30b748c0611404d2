// The mail that brings a gift card. Its code is filled in when the mail is sent, so that the outbox never holds it.
import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text.ts'
import { formatDollars } from '../pricing/dollars.ts'

/** Stands for the code in a stored mail. */
export const giftCodePlace = '{gift card code}'

export function giftEmail(
  card: { readonly amountCents: number; readonly message: string | null; readonly from: string },
  to: string,
  baseUrl: string,
): Mail {
  const amount = formatDollars(card.amountCents)
  const lines = [
    `${quoteForeign(card.from)} sent you a gift card of ${amount} for 3D prints.`,
    '',
    ...quoted(card.message),
    `Your code: ${giftCodePlace}`,
    '',
    `Enter it at checkout: ${baseUrl}/basket`,
    `Its balance: ${baseUrl}/gift-cards`,
    '',
    'Keep the code like cash: whoever has it can spend the balance.',
    '',
  ]
  return { to, subject: `A gift card of ${amount} for you`, text: lines.join('\n') }
}

/** The sender's words, marked as such on every line. */
const quoted = (message: string | null): readonly string[] =>
  message === null ? [] : ['Their message:', ...message.split('\n').map((line) => `> ${line}`), '']
