// The language model of a service without a server for one: deterministic rules.
import type { EngineName } from '../../domain/generation/engine.ts'
import type { LanguageModel } from '../../domain/generation/language.ts'
import { enhanceByRules } from './enhance-by-rules.ts'
import { moderateByRules } from './moderate-by-rules.ts'
import { reviewByRules } from './review-by-rules.ts'
import { routeByRules } from './route-by-rules.ts'

/** `engines` = those that may be chosen. */
export function createRules(engines: readonly EngineName[]): LanguageModel {
  return {
    name: 'rules',
    moderate: async ({ text }) => moderateByRules(text),
    enhance: async ({ prompt, style }) => enhanceByRules(prompt, style),
    route: async ({ prompt, mode, options }) => routeByRules({ prompt, mode, options }, engines),
    review: async (facts) => reviewByRules(facts),
  }
}
