// Creates the language model of this process: a server when its key is configured, otherwise rules.

import type { Log } from '../../domain/base/ports.ts'
import type { LanguageModel } from '../../domain/generation/engine/language.ts'
import type { SupportWriter } from '../../domain/support/ports.ts'
import type { OpenAiSettings } from './openai-model.ts'
import { createRules } from './rules.ts'

export type LanguageSettings = {
  readonly openai: OpenAiSettings | null
  /** Whether pictures must be checked. Without a server that can check them, they are rejected. */
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
  // Loads the client library only when it is needed.
  const { createOpenAiModel } = await import('./openai-model.ts')
  return createOpenAiModel(openai, { rules, moderatePictures, log })
}

/** Creates the writer. Without a server, it writes nothing, and passages of the documentation are shown unchanged. */
export async function createSupportWriter({
  openai,
  log,
}: Pick<LanguageSettings, 'openai' | 'log'>): Promise<SupportWriter> {
  if (openai === null) return { write: async () => null }
  const { createOpenAiSupport } = await import('./openai-model.ts')
  return createOpenAiSupport(openai, log)
}
