// The email with a gift card. The code is inserted when the email is sent, so that the outbox never contains it.
import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text/text.ts'
import { formatDollars } from '../pricing/dollars.ts'

/** The line of the code in a stored email. It cannot collide with the sender's message, whose lines begin with >. */
const codeLine = 'Your code: {gift card code}'

export const withGiftCode = (text: string, code: string): string =>
  text
    .split('\n')
    .map((line) => (line === codeLine ? `Your code: ${code}` : line))
    .join('\n')

export function giftMail(
  card: { readonly amountCents: number; readonly message: string | null; readonly from: string },
  to: string,
  baseUrl: string,
): Mail {
  const amount = formatDollars(card.amountCents)
  const lines = [
    `${quoteForeign(card.from)} sent you a gift card of ${amount} for 3D prints.`,
    '',
    ...quoteLines(card.message),
    codeLine,
    '',
    `Enter it at checkout: ${baseUrl}/basket`,
    `Its balance: ${baseUrl}/gift-cards`,
    '',
    'Keep the code safe, like cash: anyone who has it can spend the balance.',
    '',
  ]
  return { to, subject: `A gift card of ${amount} for you`, text: lines.join('\n') }
}

/** Returns the sender's message, with a quotation mark on every line. */
const quoteLines = (message: string | null): readonly string[] =>
  message === null ? [] : ['Their message:', ...message.split('\n').map((line) => `> ${line}`), '']
