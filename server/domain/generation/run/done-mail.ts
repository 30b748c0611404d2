// The mail that says that a generation has ended, for an account that asked for it with the request. It is about one request, so that there
// is nothing to unsubscribe from.
import type { GenerationJobId } from '../../base/generation-job.ts'
import type { Mail } from '../../base/ports.ts'
import { quoteForeign } from '../../base/text.ts'

/** `unstored`: made, but only the engine's link is left. */
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
    'was made but could not be stored, and its credits were given back. Download it within the hour:',
  failed: 'could not be made, and its credits were given back. The reason is here:',
}

export function doneMail({ to, id, prompt, end, baseUrl }: EndedJob): Mail {
  const lines = [
    `Your model ${quoteForeign(prompt)} ${sentences[end]}`,
    `${baseUrl}/models/${id}`,
    '',
    'You get this mail because you asked for it with this generation. There will be no other one about it.',
    '',
  ]
  return { to, subject: subjects[end], text: lines.join('\n') }
}

/** An operator delivers a model that was withheld. */
export function deliveredMail({ to, id, prompt, baseUrl }: Omit<EndedJob, 'end'>): Mail {
  const lines = [
    `Your model ${quoteForeign(prompt)} was held back by our content check. We looked at it, and it is yours, for no credits:`,
    `${baseUrl}/models/${id}`,
    '',
  ]
  return { to, subject: subjects.made, text: lines.join('\n') }
}

/** How the drafts of a set have ended, without those that were cancelled. */
export type DraftEnds = {
  readonly made: number
  readonly unstored: number
  readonly failed: number
}

type EndedSet = Pick<EndedJob, 'to' | 'prompt' | 'baseUrl'> & {
  readonly setId: string
  readonly ends: DraftEnds
}

/** One for the set, when its last draft has ended. */
export function draftsMail({ to, setId, prompt, ends, baseUrl }: EndedSet): Mail {
  const { made, unstored, failed } = ends
  const lines = [
    `Your drafts of ${quoteForeign(prompt)} have ended.`,
    ...(made > 0 ? [`Ready: ${made}. Compare them, and refine the one that you like.`] : []),
    ...(unstored > 0
      ? [`Made but not stored: ${unstored}. The credits were given back; download within the hour.`]
      : []),
    ...(failed > 0 ? [`Not made: ${failed}. The credits were given back.`] : []),
    `${baseUrl}/drafts/${setId}`,
    '',
    'You get this mail because you asked for it with these drafts. There will be no other one about them.',
    '',
  ]
  const subject = made + unstored > 0 ? 'Your drafts are ready' : 'Your drafts could not be made'
  return { to, subject, text: lines.join('\n') }
}
