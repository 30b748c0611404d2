// Queues the work that a body requests: one generation, a set of drafts, or a refined draft.

import type { AccountCaller } from '../base/caller.ts'
import { generationJobIdOf } from '../base/ids/generation-job.ts'
import { ok, type Result } from '../base/result.ts'
import { refineDraft } from './drafts/refine-draft.ts'
import { type StartedDrafts, startDrafts } from './drafts/start-drafts.ts'
import type { GenerationFailure } from './request/failure.ts'
import { withParsedBody } from './request/parsed-body.ts'
import { readRequestedWork } from './request/read-requested-work.ts'
import type { RawBody } from './request/request.ts'
import type { GenerationDeps } from './run/ports.ts'
import { type StartedGeneration, startGeneration } from './start-generation.ts'

export type StartedWork = StartedGeneration & {
  /** Set if drafts were requested; `jobId` is then the first one. */
  readonly drafts?: StartedDrafts
}

/** Handles the body of `POST /api/generate/start`. `runId` is the id of the new job or set. */
export async function startRequestedWork(
  deps: GenerationDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  body: RawBody & { readonly sizeBytes: number },
  { signal, runId = null }: { readonly signal: AbortSignal; readonly runId?: string | null },
): Promise<Result<StartedWork, GenerationFailure>> {
  if (body.sizeBytes === 0 || deps.engines.closed) {
    return await startGeneration(deps, caller, body, runId)
  }
  const { sizeBytes: _, ...raw } = body
  return await withParsedBody(
    deps,
    raw,
    async (parsed): Promise<Result<StartedWork, GenerationFailure>> => {
      const wanted = readRequestedWork(parsed)
      if (!wanted.ok) return wanted
      switch (wanted.value.kind) {
        case 'one':
          return await startGeneration(deps, caller, body, runId)
        case 'refinement': {
          const refined = await refineDraft(deps, caller, wanted.value.draftId, runId)
          return refined.ok ? ok({ jobId: refined.value.jobId, status: 'queued' }) : refined
        }
        case 'drafts': {
          const drafts = await startDrafts(deps, caller, { parsed, raw, signal }, runId)
          if (!drafts.ok) return drafts
          const [jobId = generationJobIdOf(drafts.value.setId)] = drafts.value.jobIds
          return ok({ jobId, status: 'queued', drafts: drafts.value })
        }
      }
    },
  )
}
