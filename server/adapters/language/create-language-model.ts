// The language model of this process: a server when its key is configured, rules otherwise.

import type { Log } from '../../domain/base/ports.ts'
import type { LanguageModel } from '../../domain/generation/engine/language.ts'
import type { SupportWriter } from '../../domain/support/ports.ts'
import type { OpenAiSettings } from './openai-model.ts'
import { createRules } from './rules.ts'

export type LanguageSettings = {
  readonly openai: OpenAiSettings | null
  /** Whether pictures must be checked; they are refused where there is no server to check them. */
  readonly moderatePictures: boolean
  readonly log: Log
}

export async function createLanguageModel({
  openai,
  moderatePictures,
  log,
}: LanguageSettings): Promise<LanguageModel> {
  const rules = createRules({ moderatePictures })
  if (openai === null) return rules
  // Its client library is loaded only where it is used.
  const { createOpenAiModel } = await import('./openai-model.ts')
  return createOpenAiModel(openai, { rules, moderatePictures, log })
}

/** There is none without a server: passages of the documentation are then shown unchanged. */
export async function createSupportWriter({
  openai,
  log,
}: Pick<LanguageSettings, 'openai' | 'log'>): Promise<SupportWriter> {
  if (openai === null) return { write: async () => null }
  const { createOpenAiSupport } = await import('./openai-model.ts')
  return createOpenAiSupport(openai, log)
}
