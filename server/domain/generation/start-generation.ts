// Queues a generation. The unparsed body is stored for a background run, which parses it and charges the credits.

import type { AccountCaller } from '../base/caller.ts'
import { type GenerationJobId, generationJobIdOf } from '../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { checkDebt } from '../gift-cards/debt.ts'
import type { GenerationMode } from './engine/engine.ts'
import { checkSwitch } from './request/check-switch.ts'
import { creditCost } from './request/credit-cost.ts'
import type { GenerationFailure } from './request/failure.ts'
import { readRequest } from './request/read-request.ts'
import type { RawBody } from './request/request.ts'
import type { GenerationDeps } from './run/ports.ts'

export type StartedGeneration = { readonly jobId: GenerationJobId; readonly status: 'queued' }

/** Returns the job that an interrupted run under an idempotency key has already queued; null if there is none. */
export async function queuedRun(
  { generationJobs }: Pick<GenerationDeps, 'generationJobs'>,
  runId: string | null,
): Promise<StartedGeneration | null> {
  const job = runId === null ? null : await generationJobs.read(generationJobIdOf(runId))
  return job === null ? null : { jobId: job.id, status: 'queued' }
}

/** Queues the body; the run checks its content. `runId` is the job's id; an existing job is returned. */
export async function startGeneration(
  deps: Pick<GenerationDeps, 'generationJobs' | 'engines' | 'debts' | 'clock' | 'ids'>,
  caller: Pick<AccountCaller, 'accountId'>,
  body: RawBody & { readonly sizeBytes: number },
  runId: string | null = null,
): Promise<Result<StartedGeneration, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  if (body.sizeBytes === 0) return fail({ kind: 'generation_body_empty' })
  const queued = await queuedRun(deps, runId)
  if (queued !== null) return ok(queued)
  const id = generationJobIdOf(runId ?? deps.ids.uuid())
  const allowed = await checkDebt(deps, caller.accountId)
  if (!allowed.ok) return allowed
  const { contentType, source } = body
  await deps.generationJobs.add({
    id,
    accountId: caller.accountId,
    createdAt: deps.clock.now(),
    body: { contentType, source },
    request: null,
    leaseId: null,
  })
  return ok({ jobId: id, status: 'queued' })
}

/** Queues a text generation. Checks the prompt and the balance before anything is queued. */
export async function startTextGeneration(
  deps: Pick<
    GenerationDeps,
    'generationJobs' | 'engines' | 'engineSwitches' | 'credits' | 'debts' | 'clock' | 'ids'
  >,
  caller: Pick<AccountCaller, 'accountId'>,
  { prompt, mode, sizeMm = null }: { prompt: string; mode: GenerationMode; sizeMm?: number | null },
): Promise<Result<StartedGeneration, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  const body = { prompt, mode, ...(sizeMm !== null && { advanced: { sizeMm } }) }
  const read = readRequest({ kind: 'json', value: body })
  if (!read.ok) return read
  const isOn = await checkSwitch(deps, read.value.request.options.engine)
  if (!isOn.ok) return isOn
  const allowed = await checkDebt(deps, caller.accountId)
  if (!allowed.ok) return allowed
  const required = creditCost(read.value.request)
  const available = await deps.credits.read(caller.accountId)
  if (available < required) return fail({ kind: 'no_credits', required, available })
  const text = JSON.stringify(body)
  return await startGeneration(deps, caller, {
    contentType: 'application/json',
    source: { text },
    sizeBytes: text.length,
  })
}
