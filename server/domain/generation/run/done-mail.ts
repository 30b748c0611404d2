// The mail that says that a generation has ended, for an account that asked for it with the request. It is about one request, so that there
// is nothing to unsubscribe from.
import type { Mail } from '../../base/ports.ts'
import { quoteForeign } from '../../base/text.ts'

type Ended = {
  readonly to: string
  readonly id: string
  readonly prompt: string
  readonly isMade: boolean
  readonly baseUrl: string
}

export function doneMail({ to, id, prompt, isMade, baseUrl }: Ended): Mail {
  const lines = [
    isMade
      ? `Your model ${quoteForeign(prompt)} is ready. See it, its price and whether it prints:`
      : `Your model ${quoteForeign(prompt)} could not be made, and its credits were given back. The reason is here:`,
    `${baseUrl}/models/${id}`,
    '',
    'You get this mail because you asked for it with this generation. There will be no other one about it.',
    '',
  ]
  return {
    to,
    subject: isMade ? 'Your model is ready' : 'Your model could not be made',
    text: lines.join('\n'),
  }
}
