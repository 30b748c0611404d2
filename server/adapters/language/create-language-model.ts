// The language model of this process: a server when its key is configured, rules otherwise.
import { type EngineName, engineNames } from '../../domain/generation/engine.ts'
import type { LanguageModel } from '../../domain/generation/language.ts'
import type { Log } from '../../domain/ports.ts'
import { engineTable } from '../engines/engine-table.ts'
import { createOpenAiModel, type OpenAiSettings } from './openai-model.ts'
import { createRules } from './rules.ts'

export type LanguageSettings = {
  readonly openai: OpenAiSettings | null
  /** Which engine vendors have a key; without any, every engine is a demo and all may be chosen. */
  readonly tripo: unknown
  readonly fal: unknown
  readonly log: Log
}

export function createLanguageModel(settings: LanguageSettings): LanguageModel {
  const rules = createRules(choosableEngines(settings))
  if (settings.openai === null) return rules
  return createOpenAiModel(settings.openai, {
    rules,
    engines: choosableEngines(settings),
    log: settings.log,
  })
}

function choosableEngines({ tripo, fal }: LanguageSettings): readonly EngineName[] {
  const hasKey = { tripo: tripo !== null, fal: fal !== null }
  const withKey = engineNames.filter((name) => hasKey[engineTable[name].vendor])
  return withKey.length === 0 ? engineNames : withKey
}
