// A stand-in for a moderation server that checks pictures, so that withheld models can be tried in local mode. It does not analyze
// pictures: it rejects the next result after a prompt with the word below.
import type { LanguageModel } from '../domain/generation/engine/language.ts'

/** When a prompt contains this word, the model made from it is rejected. */
export const withholdWord = '[withhold]'

const refusal = {
  kind: 'refused',
  part: 'picture',
  found: { by: 'server', categories: ['withhold'] },
} as const

export function withLocalModeration(model: LanguageModel): LanguageModel {
  let refusesNext = false
  return {
    ...model,
    readsPictures: true,
    moderate: async (input) => {
      const { text, images } = input
      // Results are sent without words; pictures of a request are sent together with its words.
      if (images.length > 0 && text === '') {
        const isRefused = refusesNext
        refusesNext = false
        return isRefused ? refusal : { kind: 'allowed' }
      }
      if (text.includes(withholdWord)) refusesNext = true
      return await model.moderate(input)
    },
  }
}
