// Counts calls of 3D engines, and finished generation jobs.
import type { Meter } from '../../domain/base/metrics/meter.ts'
import type { LabelsOf } from '../../domain/base/metrics/metric-catalog.ts'
import type { EngineName, Engines } from '../../domain/generation/engine/engine.ts'
import type { GenerationJobs } from '../../domain/generation/run/ports.ts'

type EngineCall = LabelsOf<'engine_calls_total'>['call']

/** Wraps the engines. A call that failed before an engine was chosen is counted as `auto`, and a sample model as `demo`. */
export function meteredEngines(engines: Engines, meter: Meter): Engines {
  const timed = async <R extends { readonly kind: string }>(
    call: EngineCall,
    engineOf: (result: R | null) => string,
    run: () => Promise<R>,
  ): Promise<R> => {
    const startedAt = performance.now()
    const finish = (result: R | null) => {
      const engine = engineOf(result)
      const outcome = result === null ? 'error' : (engineOutcomes[result.kind] ?? 'ok')
      meter.count('engine_calls_total', { engine, call, outcome })
      meter.observe(
        'engine_call_duration_seconds',
        { engine, call },
        (performance.now() - startedAt) / 1000,
      )
    }
    try {
      const result = await run()
      finish(result)
      return result
    } catch (error) {
      finish(null)
      throw error
    }
  }
  const named = (engine: EngineName | null) =>
    engines.source === 'demo' ? 'demo' : (engine ?? 'auto')
  return {
    ...engines,
    start: (request, signal, guard) =>
      timed(
        'start',
        (result) => named(result?.kind === 'started' ? result.task.engine : request.engine),
        () => engines.start(request, signal, guard),
      ),
    next: (task, signal, guard) =>
      timed(
        'next',
        () => named(task.engine),
        () => engines.next(task, signal, guard),
      ),
    read: (task, signal) =>
      timed(
        'read',
        () => named(task.engine),
        () => engines.read(task, signal),
      ),
    download: (task, signal, what) =>
      timed(
        'download',
        () => named(task.engine),
        () => engines.download(task, signal, what),
      ),
    retexture: (request, signal, guard) =>
      timed(
        'retexture',
        () => named(request.task.engine),
        () => engines.retexture(request, signal, guard),
      ),
  }
}

const engineOutcomes: Readonly<Record<string, 'failed' | 'refused'>> = {
  failed: 'failed',
  banned: 'refused',
}

export function meteredGenerations(jobs: GenerationJobs, meter: Meter): GenerationJobs {
  return {
    ...jobs,
    complete: async (...end) => {
      const isDone = await jobs.complete(...end)
      if (isDone) meter.count('generation_jobs_total', { outcome: 'done' })
      return isDone
    },
    fail: async (id, leaseId, end) => {
      const hasFailed = await jobs.fail(id, leaseId, end)
      if (hasFailed) {
        meter.count('generation_jobs_total', { outcome: 'error' })
        meter.count('generation_errors_total', { reason: end.failure.kind })
      }
      return hasFailed
    },
  }
}
