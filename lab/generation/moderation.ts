// A moderation server that checks results: it refuses those that the history has chosen, and may be unavailable.
import type { LanguageModel, Moderation } from '../../server/domain/generation/engine/language.ts'
import { isRefused, type JobFacts } from './facts.ts'
import type { SimProcess } from './processes.ts'

type Parts = Pick<SimProcess, 'turn'> & {
  readonly isAway: () => boolean
  readonly nowMs: () => number
  readonly tick: (name: string) => void
}

export const lookingModel = (rules: LanguageModel, parts: Parts): LanguageModel => ({
  ...rules,
  readsPictures: true,
  // A result has no prompt.
  moderate: (input) =>
    input.text !== '' || input.images.length === 0
      ? rules.moderate(input)
      : parts.turn('vendor', 'moderate', async ({ job }) => answerAbout(job, parts)),
})

function answerAbout(job: JobFacts | null, { isAway, nowMs, tick }: Parts): Moderation {
  if (job === null) return { kind: 'allowed' }
  if (isAway()) {
    tick('moderation away')
    job.lookFailedAtMs ??= nowMs()
    return { kind: 'unavailable' }
  }
  if (!isRefused(job)) {
    job.looks.allowed += 1
    return { kind: 'allowed' }
  }
  job.looks.refused += 1
  return { kind: 'refused', part: 'picture', found: { by: 'server', categories: [] } }
}
