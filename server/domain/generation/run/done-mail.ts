// The email that reports the end of a generation, for accounts that requested it. It refers to a single request, so it
// needs no unsubscribe link.
import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import type { Mail } from '../../base/ports.ts'
import { quoteForeign } from '../../base/text/text.ts'

/** `unstored`: the model was made, but only the engine's link exists. */
export type MailedEnd = 'made' | 'unstored' | 'failed'

type EndedJob = {
  readonly to: string
  readonly id: GenerationJobId
  readonly prompt: string
  readonly end: MailedEnd
  readonly baseUrl: string
}

const subjects: Readonly<Record<MailedEnd, string>> = {
  made: 'Your model is ready',
  unstored: 'Your model could not be stored',
  failed: 'Your model could not be made',
}

const sentences: Readonly<Record<MailedEnd, string>> = {
  made: 'is ready. See it, its price and whether it prints:',
  unstored:
    'was made but could not be stored, and its credits were refunded. Download it within the hour:',
  failed: 'could not be made, and its credits were refunded. The reason is here:',
}

export function doneMail({ to, id, prompt, end, baseUrl }: EndedJob): Mail {
  const lines = [
    `Your model ${quoteForeign(prompt)} ${sentences[end]}`,
    `${baseUrl}/models/${id}`,
    '',
    'You receive this email because you requested it with this generation. There will be no other email about it.',
    '',
  ]
  return { to, subject: subjects[end], text: lines.join('\n') }
}

/** Returns the email for a withheld model that an operator delivers. */
export function deliveredMail({ to, id, prompt, baseUrl }: Omit<EndedJob, 'end'>): Mail {
  const lines = [
    `Your model ${quoteForeign(prompt)} was withheld by our content check. We reviewed it, and it is yours at no cost:`,
    `${baseUrl}/models/${id}`,
    '',
  ]
  return { to, subject: subjects.made, text: lines.join('\n') }
}

/** How the drafts of a set ended, without cancelled drafts. */
export type DraftEnds = {
  readonly made: number
  readonly unstored: number
  readonly failed: number
}

type EndedSet = Pick<EndedJob, 'to' | 'prompt' | 'baseUrl'> & {
  readonly setId: string
  readonly ends: DraftEnds
}

/** Returns one email for the whole set, sent when its last draft has ended. */
export function draftsMail({ to, setId, prompt, ends, baseUrl }: EndedSet): Mail {
  const { made, unstored, failed } = ends
  const lines = [
    `Your drafts of ${quoteForeign(prompt)} have ended.`,
    ...(made > 0 ? [`Ready: ${made}. Compare them, and refine the one that you like.`] : []),
    ...(unstored > 0
      ? [`Made but not stored: ${unstored}. The credits were refunded; download within the hour.`]
      : []),
    ...(failed > 0 ? [`Not made: ${failed}. The credits were refunded.`] : []),
    `${baseUrl}/drafts/${setId}`,
    '',
    'You receive this email because you requested it with these drafts. There will be no other email about them.',
    '',
  ]
  const subject = made + unstored > 0 ? 'Your drafts are ready' : 'Your drafts could not be made'
  return { to, subject, text: lines.join('\n') }
}
