// Clients: each sends its request, repeats it under its Idempotency-Key until a response arrives, and may send it
// twice.
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { ok, type Result } from '../../server/domain/base/result.ts'
import { generate } from '../../server/domain/generation/generate.ts'
import { retexture } from '../../server/domain/generation/retexture.ts'
import {
  startGeneration,
  startTextGeneration,
} from '../../server/domain/generation/start-generation.ts'
import { startRequestedWork } from '../../server/domain/generation/start-requested-work.ts'
import { once } from '../../server/domain/idempotency/once.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import type { JobPlan } from './plan.ts'
import { isCaused, type SimProcess } from './processes.ts'
import type { Schedule } from './schedule.ts'

export type ClientAnswer = {
  readonly plan: JobPlan
  readonly jobId: string | null
  /** Reason why there is no job, or why it ended in error. */
  readonly refusal: string | null
}

type Parts = {
  readonly schedule: Schedule
  readonly web: () => SimProcess
  readonly accountIdOf: (plan: JobPlan) => string
  /** Returns a finished generation of the account for a retexture; null when there is none. */
  readonly finishedOf: (plan: JobPlan) => Promise<string | null>
  readonly tick: (name: string) => void
  readonly onError: (what: string) => void
}

export type Clients = {
  readonly answers: readonly ClientAnswer[]
  readonly ask: (plan: JobPlan) => void
  /** Number of requests without a response, which will be sent again. */
  readonly open: () => number
}

const retryMs = 5_000
/** Id in a request while the account has no finished draft. */
const noDraft = '00000000-0000-4000-8000-000000000000'
/** Maximum number of attempts; a request may run as long as a job. */
const mostTries = 500

export function createClients(parts: Parts): Clients {
  const { schedule, web, tick, onError } = parts
  const answers: ClientAnswer[] = []
  const origins = new Map<number, string>()
  let open = 0

  const send = (plan: JobPlan, tries: number): void => {
    const process = web()
    const again = () => {
      if (tries > mostTries) {
        onError(`request ${plan.number} was never answered`)
      } else {
        schedule.after(retryMs, () => send(plan, tries + 1))
      }
    }
    // Refused connections have sent nothing.
    if (!process.isAlive()) {
      again()
      return
    }
    let isSettled = false
    const settle = (next: 'answered' | 'again') => {
      if (isSettled) return
      isSettled = true
      if (next === 'again' && plan.key !== null) {
        tick('requests repeated')
        again()
      } else {
        open -= 1
      }
    }
    process.onDeath(() => settle('again'))
    const work = async () => {
      const outcome = await callDoor(process.deps, plan, {
        accountId: accountIdOf(parts.accountIdOf(plan)),
        generationId: await originOf(plan),
      })
      if (!outcome.ok && outcome.failure.kind === 'idempotency_key_running') return settle('again')
      const named = outcome.ok ? outcome.value : stillRunning(outcome.failure)
      if (!outcome.ok && named !== null) tick('waited too long')
      answers.push({
        plan,
        jobId: named,
        refusal: outcome.ok || named !== null ? null : outcome.failure.kind,
      })
      settle('answered')
    }
    process.begin({ name: `request ${plan.number}`, plan, job: null }, work, (error) => {
      if (!isCaused(error)) onError(`request ${plan.number}: ${Bun.inspect(error)}`)
      settle('again')
    })
  }
  const originOf = async (plan: JobPlan): Promise<string> => {
    if (plan.entryPoint !== 'retexture' && plan.entryPoint !== 'refine') return ''
    const known = origins.get(plan.number) ?? (await parts.finishedOf(plan)) ?? ''
    origins.set(plan.number, known)
    return known
  }
  return {
    answers,
    open: () => open,
    ask: (plan) => {
      open += 1
      send(plan, 0)
    },
  }
}

/** Returns the job that continues after its caller has waited for the maximum time of a call. */
const stillRunning = (failure: { readonly kind: string }): string | null =>
  failure.kind === 'generation_continues' && 'jobId' in failure ? `${failure.jobId}` : null

type Target = { readonly accountId: ReturnType<typeof accountIdOf>; readonly generationId: string }

/** Calls the same functions as the entry points of the service. Returns the id of the job. */
async function callDoor(
  deps: Deps,
  { entryPoint, mode, prompt, advanced, key }: JobPlan,
  { accountId, generationId }: Target,
): Promise<Result<string, { readonly kind: string }>> {
  const caller = { accountId }
  const body = { prompt, mode, advanced }
  const request = async () => ({ entryPoint, body })
  const under = async <F extends { readonly kind: string }>(
    run: (runId: string | null) => Promise<Result<string, F>>,
  ) => {
    const made = await once(deps, { accountId, key, request }, run)
    if (!made.ok) return made
    return ok(made.value.replayed ? String(made.value.stored) : made.value.value)
  }
  const jobOf = <F>(started: Result<{ readonly jobId: string }, F>) =>
    started.ok ? ok(started.value.jobId) : started
  const generationOf = <F>(made: Result<{ readonly generationId: string }, F>) =>
    made.ok ? ok(made.value.generationId) : made
  switch (entryPoint) {
    case 'start': {
      const text = JSON.stringify(body)
      const raw = { contentType: 'application/json', source: { text }, sizeBytes: text.length }
      return await under(async (runId) => jobOf(await startGeneration(deps, caller, raw, runId)))
    }
    case 'drafts':
    case 'refine': {
      const sent =
        entryPoint === 'drafts' ? { prompt, drafts: 4 } : { refineOf: generationId || noDraft }
      const text = JSON.stringify(sent)
      const raw = { contentType: 'application/json', source: { text }, sizeBytes: text.length }
      const { signal } = new AbortController()
      return await under(async (runId) =>
        jobOf(await startRequestedWork(deps, caller, raw, { signal, runId })),
      )
    }
    case 'words': {
      const started = await startTextGeneration(deps, caller, { prompt, mode })
      return started.ok ? { ok: true, value: started.value.jobId } : started
    }
    case 'wait':
      return await under(async (runId) =>
        generationOf(await generate(deps, caller, { kind: 'json', value: body }, runId)),
      )
    case 'retexture':
      return await under(async (runId) =>
        generationOf(await retexture(deps, caller, { generationId, prompt }, runId)),
      )
  }
}
