// Advice about the fields of a description and of a photo, which several forms have.
import { maxImageText, maxPromptCharacters } from '../../../domain/generation/request/request.ts'
import type { Marks } from '../../refusals/marks.ts'
import { messageOf } from '../../refusals/refusal-of.ts'

export const promptTooLongText = `Shorten the description to ${maxPromptCharacters} characters.`

/** Maps failure kinds to a field and to advice in the pages' wording. */
export const promptMarks: Marks = {
  prompt_required: { prompt: 'Describe what you want.' },
  prompt_too_long: { prompt: promptTooLongText },
  nsfw: (failure) => ({ prompt: messageOf(failure) }),
  image_required: { image: 'Choose a photo.' },
  image_too_large: { image: `Choose a photo of at most ${maxImageText}.` },
}
