// Generates while the caller waits, for POST /api/generate. Creates a job, so that the credits are refunded even if the
// process dies.

import type { AccountCaller } from '../base/caller.ts'
import { generationJobIdOf, generationLeaseOf } from '../base/ids/generation-job.ts'
import { fail, type Result } from '../base/result.ts'
import { checkDebt } from '../gift-cards/debt.ts'
import { checkSwitch } from './request/check-switch.ts'
import type { WaitFailure } from './request/failure.ts'
import { readRequest } from './request/read-request.ts'
import { readRequestedWork } from './request/read-requested-work.ts'
import type { ParsedBody, RequestWithImages } from './request/request.ts'
import type { LeasedGenerationJob } from './run/job.ts'
import type { GenerationDeps } from './run/ports.ts'
import type { GenerationResult } from './run/result.ts'
import { runOwnJob, waitForOtherWorker } from './run/run-generation.ts'
import { withPictures } from './run/with-stored-image.ts'

/** Runs the generation. The caller owns the pictures of the body and removes them. */
export async function generate(
  deps: GenerationDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  body: ParsedBody,
  runId: string | null = null,
): Promise<Result<GenerationResult, WaitFailure>> {
  const earlier = await earlierRun(deps, runId)
  if (earlier !== null) return earlier
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  const wanted = readRequestedWork(body)
  if (!wanted.ok) return wanted
  if (wanted.value.kind !== 'one') return fail({ kind: 'drafts_queued_only' })
  return await withPictures(deps, caller.accountId, body, async (parsed) => {
    const read = readRequest(parsed)
    if (!read.ok) return read
    const isOn = await checkSwitch(deps, read.value.request.options.engine)
    return isOn.ok ? await runNow(deps, caller, read.value, runId) : isOn
  })
}

/**
 * Waits for the job of an earlier run under the same Idempotency-Key; null if there is none. Runs before every check:
 * a refusal would free the key while the job continues, and the next repeat would create and charge another job.
 */
export async function earlierRun(
  deps: GenerationDeps,
  runId: string | null,
): Promise<Result<GenerationResult, WaitFailure> | null> {
  if (runId === null) return null
  const id = generationJobIdOf(runId)
  return (await deps.generationJobs.read(id)) === null ? null : await waitForOtherWorker(deps, id)
}

/** Creates the job with a lease and runs it until it ends. `runId` is the job's id. */
export async function runNow(
  deps: GenerationDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  work: RequestWithImages,
  runId: string | null = null,
): Promise<Result<GenerationResult, WaitFailure>> {
  const allowed = await checkDebt(deps, accountId)
  if (!allowed.ok) return allowed
  const id = generationJobIdOf(runId ?? deps.ids.uuid())
  const leaseId = generationLeaseOf(deps.ids.uuid())
  const { request } = work
  const createdAt = deps.clock.now()
  await deps.generationJobs.add({ id, accountId, createdAt, body: null, request, leaseId })
  const job: LeasedGenerationJob = {
    id,
    accountId,
    leaseId,
    createdAt,
    contentType: null,
    request,
    creditsCharged: null,
    plan: null,
    createInFlight: false,
    task: null,
    engineStartedAt: null,
    polls: 0,
    storeFailedAt: null,
    lookFailedAt: null,
    crashCount: 0,
  }
  return await runOwnJob(deps, job, work)
}
