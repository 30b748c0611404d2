// A stand-in for a moderation server that looks at pictures, so that withheld models can be tried in local mode. It sees nothing: it
// refuses what is made next after a prompt with its word.
import type { LanguageModel } from '../domain/generation/engine/language.ts'

/** In a prompt: the model that is made of it is refused. */
export const withholdWord = '[withhold]'

const reason = `The stand-in for a moderation server refuses what is made of "${withholdWord}".`

export function withLocalModeration(model: LanguageModel): LanguageModel {
  let refusesNext = false
  return {
    ...model,
    readsPictures: true,
    moderate: async (input) => {
      const { text, images } = input
      // What was made comes without words, and what was sent with them.
      if (images.length > 0 && text === '') {
        const isRefused = refusesNext
        refusesNext = false
        return isRefused ? { kind: 'refused', reason } : { kind: 'allowed' }
      }
      if (text.includes(withholdWord)) refusesNext = true
      return await model.moderate(input)
    },
  }
}
