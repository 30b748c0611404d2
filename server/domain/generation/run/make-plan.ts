// Stage "enhancing": selects the prompt and the engine.

import type { LanguageModel } from '../engine/language.ts'
import { listOff } from '../engine/switches.ts'
import { engineRequestOf, withStyle } from '../request/engine-request.ts'
import type { GenerationRequest, RequestWithImages } from '../request/request.ts'
import { chooseSize, type ModelSize } from '../request/size.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'

type PlanDeps = Pick<
  GenerationDeps,
  'generationJobs' | 'languageModel' | 'engines' | 'engineSwitches' | 'ids'
>

/** Makes the plan. Only hi-fi text is enhanced and routed; pictures and drafts are used as sent (contract.md 4.7). */
export async function makePlan(
  deps: PlanDeps,
  { job, signal }: JobLease,
  work: RequestWithImages,
): Promise<Plan> {
  const { request } = work
  const usesAgents =
    request.inputMode === 'text' && request.mode === 'hi_fi' && request.retextureOf === null
  const advice = usesAgents ? await askModel(deps, work, signal) : adviceWithoutModel(request)
  const { enhancement, routing } = advice
  const model = usesAgents ? deps.languageModel.name : 'none'
  const log = async (kind: 'prompt' | 'routing', facts: Record<string, unknown>) => {
    const id = deps.ids.uuid()
    await deps.generationJobs.addLog({ id, jobId: job.id, kind, model, facts })
    return id
  }
  const { prompt, style } = request
  const promptLogId = await log('prompt', { prompt, style, ...enhancement })
  const routingLogId = await log('routing', { options: request.options, ...routing })
  return {
    enginePrompt: enhancement.enhancedPrompt,
    engine: routing.engine === 'auto' ? null : routing.engine,
    size: sizeOfRequest(request, enhancement.sizeMm ?? null),
    agent: {
      enhancedPrompt: enhancement.enhancedPrompt,
      addedConstraints: enhancement.addedConstraints,
      engineChosen: routing.engine,
      engineReasoning: routing.reasoning,
      complexity: enhancement.complexity,
      estimatedSeconds: routing.estimatedSeconds,
      promptLogId,
      routingLogId,
    },
  }
}

/**
 * Returns the size. A label for pictures without a prompt says nothing about the size, and neither does a texture
 * prompt.
 */
export function sizeOfRequest(request: GenerationRequest, readMm: number | null): ModelSize {
  const { prompt, hasPrompt = true, options, earlierMm, retextureOf } = request
  const words = hasPrompt && retextureOf === null ? prompt : null
  return chooseSize({
    sizeMm: options.sizeMm,
    words,
    readMm,
    ...(earlierMm !== undefined && { earlierMm }),
  })
}

type Advice = {
  readonly enhancement: Awaited<ReturnType<LanguageModel['enhance']>>
  readonly routing: Awaited<ReturnType<LanguageModel['route']>>
}

async function askModel(
  deps: PlanDeps,
  work: RequestWithImages,
  signal: AbortSignal,
): Promise<Advice> {
  const { languageModel, engines } = deps
  const { prompt: sent, style, mode, options } = work.request
  const enhancement = await languageModel.enhance({ prompt: sent, style, mode, signal })
  const prompt = enhancement.enhancedPrompt
  const candidates = engines.candidates(
    engineRequestOf(work, { prompt, engine: null, off: await listOff(deps) }),
  )
  const routing = await languageModel.route({ prompt, mode, options, candidates, signal })
  // A pinned engine overrides the router.
  const pinned =
    options.engine === 'auto' ? {} : { engine: options.engine, reasoning: pinnedReason }
  return { enhancement, routing: { ...routing, ...pinned } }
}

const pinnedReason = 'The caller pinned this engine.'
const defaultReason = 'Drafts and pictures go to the first engine that does most of what is asked.'

function adviceWithoutModel(request: GenerationRequest): Advice {
  const { mode, inputMode, options } = request
  const enhancedPrompt = withStyle(request)
  const isPinned = options.engine !== 'auto'
  return {
    enhancement: {
      enhancedPrompt,
      addedConstraints: [],
      complexity: inputMode === 'text' ? 'simple' : 'moderate',
    },
    routing: {
      engine: options.engine,
      reasoning: isPinned ? pinnedReason : defaultReason,
      estimatedSeconds: expectedSeconds[mode],
    },
  }
}

/** The order of magnitude that the vendors state. */
const expectedSeconds = { fast_draft: 60, hi_fi: 180 } as const
