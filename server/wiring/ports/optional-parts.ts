// The parts that use samples or rules, or do not run, when no real service is configured (decisions.md 28). The start log lists them in
// production, and /readyz always does.
import type { Config } from '../../config/config.ts'
import type { Log } from '../../domain/base/ports.ts'

export type OptionalParts = {
  /** `samples` means that there is no engine key: generations are sample models. */
  readonly engines: 'vendors' | 'samples' | 'off'
  /** Pictures of `/api/images`. `samples` means that there is no key of a vendor for pictures. */
  readonly images: 'vendor' | 'samples' | 'off'
  readonly textModeration: 'server' | 'rules'
  /** `refused` means that pictures are not accepted; `off` means that they are accepted unchecked. */
  readonly pictureModeration: 'server' | 'refused' | 'off'
}

type PartsConfig = Pick<Config, 'generation' | 'tripo' | 'fal' | 'openai' | 'moderatePictures'>

export function optionalParts(config: PartsConfig): OptionalParts {
  const hasEngine = config.tripo !== null || config.fal !== null
  const checked = config.openai === null ? 'refused' : 'server'
  return {
    engines: config.generation ? (hasEngine ? 'vendors' : 'samples') : 'off',
    images: config.generation ? (config.fal === null ? 'samples' : 'vendor') : 'off',
    textModeration: config.openai === null ? 'rules' : 'server',
    pictureModeration: config.moderatePictures ? checked : 'off',
  }
}

const warnings: Readonly<Record<string, string>> = {
  'engines samples':
    'No engine key is set: generations are sample models, and their credits are charged. Set TRIPO_API_KEY or FAL_KEY, or GENERATION=off.',
  'images samples':
    'No key of an image model is set: /api/images makes sample pictures. Set FAL_KEY, or GENERATION=off.',
  'images off': 'GENERATION=off: /api/images is refused.',
  'engines off': 'GENERATION=off: generations are refused.',
  'textModeration rules':
    'No moderation server is configured: prompts are checked by a list of words. Set OPENAI_API_KEY.',
  'pictureModeration refused':
    'No moderation server is configured: pictures are refused. Set OPENAI_API_KEY, or MODERATE_PICTURES=off to accept them unchecked.',
  'pictureModeration off': 'MODERATE_PICTURES=off: pictures are not checked.',
}

/** Logs one warning for each limited part. */
export function warnOfParts(log: Pick<Log, 'warn'>, parts: OptionalParts): void {
  for (const [part, state] of Object.entries(parts)) {
    const message = warnings[`${part} ${state}`]
    if (message !== undefined) log.warn('process.part_limited', { part, state, message })
  }
}
