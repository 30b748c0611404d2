// The reason of a refusal names the checked object: a prompt, a picture, a title, or the result.
import { expect, test } from 'bun:test'
import type { RefusedCategory } from '../../../server/domain/generation/engine/language.ts'
import {
  type ModeratedSubject,
  moderationReason,
} from '../../../server/domain/generation/request/moderation-reason.ts'

test.each<[RefusedCategory, ModeratedSubject, string]>([
  ['minors', 'prompt', 'The prompt puts minors in a sexual context.'],
  ['weapons', 'prompt', 'The prompt asks for a weapon or a part of one. Describe something else.'],
  ['weapons', 'title', 'The title names a weapon or a part of one. Choose another title.'],
  ['hate', 'title', 'The title names hateful content. Choose another title.'],
])('%s in a %s is refused as such', (category, subject, sentence) => {
  const refusal = { kind: 'refused', part: 'text', found: { by: 'rules', category } } as const
  expect(moderationReason(refusal, subject)).toBe(sentence)
})

test.each<[ModeratedSubject, readonly string[], string]>([
  ['prompt', ['hate'], 'Moderation found: hate. Describe something else.'],
  ['picture', ['sexual', 'violence'], 'Moderation found: sexual, violence. Send another picture.'],
  ['title', [], 'Moderation found: content that is not allowed. Choose another title.'],
  ['result', ['violence'], 'Moderation found: violence.'],
])('a %s that the server refuses names its categories: %p', (subject, categories, sentence) => {
  const refusal = { kind: 'refused', part: 'text', found: { by: 'server', categories } } as const
  expect(moderationReason(refusal, subject)).toBe(sentence)
})
