// Retextures a finished generation for one credit. The job's engine starts from the original model. POST /api/retexture
// waits for the job; the website queues it.

import type { AccountCaller } from '../base/caller.ts'
import { generationJobIdOf, parseGenerationJobId } from '../base/ids/generation-job.ts'
import { fieldsOf } from '../base/is-object.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { checkPayable } from './check-request.ts'
import { earlierRun, runNow } from './generate.ts'
import { checkSwitch } from './request/check-switch.ts'
import type { GenerationFailure, WaitFailure } from './request/failure.ts'
import { jsonOptions, readPrintOptions, sizeNotes } from './request/options.ts'
import { readPrompt } from './request/read-request.ts'
import type { GenerationRequest } from './request/request.ts'
import { checkPlainNames } from './request/request-names.ts'
import type { FinishedGeneration, GenerationDeps } from './run/ports.ts'
import type { GenerationResult } from './run/result.ts'
import { queuedRun, type StartedGeneration } from './start-generation.ts'

type Owner = Pick<AccountCaller, 'accountId'>

/** Fails like `retextureRequest`, then like the run. A repeat under an Idempotency-Key joins the earlier run. */
export async function retexture(
  deps: GenerationDeps,
  caller: Owner,
  body: unknown,
  runId: string | null = null,
): Promise<Result<GenerationResult, WaitFailure>> {
  const earlier = await earlierRun(deps, runId)
  if (earlier !== null) return earlier
  const request = await retextureRequest(deps, caller, body)
  if (!request.ok) return request
  return await runNow(deps, caller, { request: request.value, images: [] }, runId)
}

/**
 * Checks the balance and moderates before queueing; the run repeats both. `runId` is the job's id; an existing job
 * with this id is returned.
 */
export async function queueRetexture(
  deps: GenerationDeps,
  caller: Owner,
  body: { readonly generationId: string; readonly prompt: string },
  { signal, runId = null }: { readonly signal: AbortSignal; readonly runId?: string | null },
): Promise<Result<StartedGeneration, GenerationFailure>> {
  const queued = await queuedRun(deps, runId)
  if (queued !== null) return ok(queued)
  const read = await retextureRequest(deps, caller, body)
  if (!read.ok) return read
  const { accountId } = caller
  const request = read.value
  const payable = await checkPayable(deps, accountId, { request, images: [] }, signal)
  if (!payable.ok) return payable
  const id = generationJobIdOf(runId ?? deps.ids.uuid())
  const createdAt = deps.clock.now()
  await deps.generationJobs.add({ id, accountId, createdAt, body: null, request, leaseId: null })
  return ok({ jobId: id, status: 'queued' })
}

/** Whether the account can retexture it: it is a generated model in storage. */
export async function canRetexture(
  deps: Pick<GenerationDeps, 'generations' | 'objects'>,
  { accountId }: Owner,
  text: string,
): Promise<boolean> {
  const id = parseGenerationJobId(text)
  const earlier = id === null ? null : await deps.generations.readFinished(accountId, id)
  return earlier !== null && isSuitable(deps, earlier)
}

const isSuitable = ({ objects }: Pick<GenerationDeps, 'objects'>, earlier: FinishedGeneration) =>
  earlier.task !== null && objects.parseUri(earlier.previewUrl) !== null

/** Order of checks: names, id, prompt, ownership, suitability, the engine's switch. */
async function retextureRequest(
  deps: Pick<GenerationDeps, 'engines' | 'engineSwitches' | 'generations' | 'objects'>,
  caller: Owner,
  body: unknown,
): Promise<Result<GenerationRequest, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  const fields: Readonly<Record<string, unknown>> = fieldsOf(body)
  const names = checkPlainNames(Object.keys(fields), ['generationId', 'prompt', 'sizeMm'])
  if (!names.ok) return names
  const { generationId: sentId } = fields
  if (typeof sentId !== 'string' || sentId === '') {
    return fail({ kind: 'retexture_generation_required' })
  }
  const prompt = readPrompt(fields['prompt'])
  if (!prompt.ok) return prompt
  if (prompt.value === '') return fail({ kind: 'prompt_required' })
  const generationId = parseGenerationJobId(sentId)
  if (generationId === null) return fail({ kind: 'retexture_not_found' })
  const earlier = await deps.generations.readFinished(caller.accountId, generationId)
  if (earlier === null) return fail({ kind: 'retexture_not_found' })
  const { task } = earlier
  if (task === null || !isSuitable(deps, earlier)) return fail({ kind: 'retexture_unsuitable' })
  const isOn = await checkSwitch(deps, task.engine ?? 'auto')
  if (!isOn.ok) return isOn
  // The notes belong to the earlier request.
  const source = jsonOptions(fields)
  const { sizeMm } = readPrintOptions(source)
  const notes = sizeNotes(source)
  const { notes: _notes, ignored: _ignored, notify: _notify, ...rest } = earlier.request
  // The retextured model of a draft does not belong to the draft's set and is not a refinement.
  const { refineOf: _draft, refineWith: _options, ...kept } = rest
  return ok({
    ...kept,
    options: { ...kept.options, sizeMm },
    earlierMm: earlier.longestMm,
    hasPrompt: true,
    ...(notes.length > 0 && { notes }),
    prompt: prompt.value,
    style: null,
    retextureOf: generationId,
    ...(names.value.length > 0 && { ignored: names.value }),
  })
}
