// The reason of a moderation refusal, worded for the checked subject.
import type { ModerationRefusal, RefusedCategory } from '../engine/language.ts'

/**
 * `prompt`: the text of a request. `picture`: an uploaded picture. `result`: a generated result. `title`: the title of
 * a gallery entry.
 */
export type ModeratedSubject = 'prompt' | 'picture' | 'result' | 'title'

export function moderationReason({ found }: ModerationRefusal, subject: ModeratedSubject): string {
  const reason = found.by === 'rules' ? rulesReason(found.category, subject) : serverReason(found)
  // Rewording cannot help, so no advice is added.
  if (found.by === 'rules' && found.category === 'minors') return reason
  return [reason, ...advice[subject]].join(' ')
}

const advice: Readonly<Record<ModeratedSubject, readonly string[]>> = {
  prompt: ['Describe something else.'],
  picture: ['Send another picture.'],
  // An operator reviews the result, or it is already discarded.
  result: [],
  title: ['Choose another title.'],
}

const serverReason = ({ categories }: { readonly categories: readonly string[] }) =>
  `Moderation found: ${categories.length === 0 ? 'content that is not allowed' : categories.join(', ')}.`

/** The word list checks texts only. */
function rulesReason(category: RefusedCategory, subject: ModeratedSubject): string {
  if (category === 'minors') return `The ${subject} puts minors in a sexual context.`
  return `The ${subject} ${subject === 'title' ? 'names' : 'asks for'} ${contents[category]}.`
}

const contents = {
  sexual: 'sexual content or nudity',
  violence: 'graphic violence or self-harm',
  weapons: 'a weapon or a part of one',
  hate: 'hateful content',
  fraud: 'a tool for fraud',
} as const satisfies Readonly<Record<Exclude<RefusedCategory, 'minors'>, string>>
