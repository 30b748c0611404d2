// The language model of a service without a language server: deterministic rules.
import type { LanguageModel } from '../../domain/generation/engine/language.ts'
import { enhanceByRules } from './enhance-by-rules.ts'
import { moderateByRules } from './moderate-by-rules.ts'
import { reviewModelByRules } from './review-by-rules.ts'
import { routeByRules } from './route-by-rules.ts'

/** Creates the rules. They check only text, so with `moderatePictures` they accept no picture. */
export function createRules({ moderatePictures }: { moderatePictures: boolean }): LanguageModel {
  return {
    name: 'rules',
    moderate: async ({ text, images }) => {
      const verdict = moderateByRules(text)
      const isUnchecked = moderatePictures && images.length > 0
      return verdict.kind === 'allowed' && isUnchecked ? { kind: 'pictures_not_accepted' } : verdict
    },
    enhance: async ({ prompt, style }) => enhanceByRules(prompt, style),
    route: async ({ prompt, mode, options, candidates }) =>
      routeByRules({ prompt, mode, options }, candidates),
    reviewModel: async (facts) => reviewModelByRules(facts),
  }
}
