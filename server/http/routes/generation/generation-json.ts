// Generation as the contract's JSON: service.md, "Generation job" and "Generation result". Dollars and hours are made here.
import type { GenerationJob } from '../../../domain/generation/run/job.ts'
import type { GenerationResult, PrintEstimate } from '../../../domain/generation/run/result.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { generationRefusal } from '../../responses/generation-failures.ts'

/** The body of a 200 from POST /api/generate, and a job's `result`. */
export function resultJson(result: GenerationResult) {
  const { printEstimate, ...rest } = result
  return { ...rest, printEstimate: printEstimate === null ? null : estimateJson(printEstimate) }
}

function estimateJson({ hoursHundredths, totalCents, ...rest }: PrintEstimate) {
  return {
    ...rest,
    printHours: hoursHundredths / 100,
    total: dollarsOfCents(totalCents),
    currency: 'USD',
  }
}

/** Times are epoch milliseconds; a field that does not apply yet is left out. */
export function jobJson(job: GenerationJob) {
  const { id, userEmail, status, stage, createdAt, startedAt, completedAt, result, failure } = job
  return {
    id,
    userEmail,
    status,
    ...(stage && { stage }),
    createdAt: createdAt.getTime(),
    ...(startedAt && { startedAt: startedAt.getTime() }),
    ...(completedAt && { completedAt: completedAt.getTime() }),
    ...(result && { result: resultJson(result) }),
    ...(failure && errorJson(failure)),
  }
}

/** The words that the synchronous endpoint would have answered with. */
function errorJson(failure: NonNullable<GenerationJob['failure']>) {
  const { error, more } = generationRefusal(failure)
  return { error, ...more }
}
