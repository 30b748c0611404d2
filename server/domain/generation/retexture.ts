// Retextures a finished generation for one credit, for POST /api/retexture: a job whose engine starts from the original model.
import type { AccountCaller } from '../base/caller.ts'
import { fail, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import { runNow } from './generate.ts'
import type { WaitFailure } from './request/failure.ts'
import { jsonOptions, readPrintOptions, sizeNotes } from './request/options.ts'
import { readPrompt } from './request/read-request.ts'
import { checkPlainNames } from './request/request-names.ts'
import type { GenerationDeps } from './run/ports.ts'
import type { GenerationResult } from './run/result.ts'

/** Order of checks: names, id, prompt, ownership, suitability. */
export async function retexture(
  deps: GenerationDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  body: unknown,
  runId: string | null = null,
): Promise<Result<GenerationResult, WaitFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {}
  const names = checkPlainNames(Object.keys(fields), ['generationId', 'prompt', 'sizeMm'])
  if (!names.ok) return names
  const { generationId } = fields
  if (typeof generationId !== 'string' || generationId === '') {
    return fail({ kind: 'retexture_generation_required' })
  }
  const prompt = readPrompt(fields['prompt'])
  if (!prompt.ok) return prompt
  if (prompt.value === '') return fail({ kind: 'prompt_required' })
  if (!isUuid(generationId)) return fail({ kind: 'retexture_not_found' })
  const earlier = await deps.generations.readFinished(caller.accountId, generationId)
  if (earlier === null) return fail({ kind: 'retexture_not_found' })
  const isStored = deps.objects.parseUri(earlier.previewUrl) !== null
  if (earlier.task === null || !isStored) return fail({ kind: 'retexture_unsuitable' })
  // The notes are about the earlier request.
  const source = jsonOptions(fields)
  const { sizeMm } = readPrintOptions(source)
  const notes = sizeNotes(source)
  const { notes: _notes, ignored: _ignored, notify: _notify, ...kept } = earlier.request
  const request = {
    ...kept,
    options: { ...kept.options, sizeMm },
    earlierMm: earlier.longestMm,
    hasPrompt: true,
    ...(notes.length > 0 && { notes }),
    prompt: prompt.value,
    style: null,
    retextureOf: generationId,
    ...(names.value.length > 0 && { ignored: names.value }),
  }
  return await runNow(deps, caller, { request, images: [] }, runId)
}
