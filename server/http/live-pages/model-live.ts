// Event streams of model pages. One query per second reads the progress of all watched generations.

import { generationJobIdOf } from '../../domain/base/ids/generation-job.ts'
import { hasEnded, type JobProgress } from '../../domain/generation/run/job.ts'
import { maxStreamsPerClient } from '../../domain/limits/table.ts'
import { Progress, ProgressEnded } from '../../pages/models/progress.tsx'
import { batchReads } from '../live/batch-reads.ts'
import type { Fragments } from '../live/event-stream.ts'
import { createLiveHub, type LiveHub } from '../live/live-hub.ts'
import { renderFragments } from '../live/render-fragments.ts'
import type { HttpContext } from '../middleware/context.ts'

const queryMs = 1_000
const maxListeners = 500
const maxPerTopic = 50

/** Creates the hub. Topics are the ids of existing generations. */
export function createModelLive(deps: HttpContext['deps']): LiveHub {
  const progressOf = batchReads(
    (ids) => deps.generationJobs.progress(ids.map(generationJobIdOf)),
    queryMs,
  )
  return createLiveHub({
    log: deps.log,
    meter: deps.meter,
    maxListeners,
    maxPerClient: maxStreamsPerClient,
    maxPerTopic,
    topicOf: (id) => ({
      read: async () => partsOf(id, await progressOf(id), deps.clock.now()),
      everyMs: queryMs / 2,
    }),
  })
}

const partsOf = (id: string, progress: JobProgress | undefined, now: Date): Fragments =>
  renderFragments({
    progress:
      progress === undefined || hasEnded(progress.status)
        ? ProgressEnded()
        : Progress({ generation: { id, ...progress }, now }),
  })
