// Lets time pass in a scenario: late calls arrive, hanging calls end, events of the card processor are delivered, and
// the worker runs.

import type pg from 'pg'
import * as v from 'valibot'
import type { Db } from '../../server/db/core/connect.ts'
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'
import { runQueuedJob } from '../../server/domain/generation/run/run-generation.ts'
import { handleProcessorEvent } from '../../server/domain/orders/settle/processor-event.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { runRound } from '../../server/wiring/worker/worker-round.ts'
import type { Processor } from '../simulation/processor.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'
import type { Accidents } from './accidents.ts'

export type Waiting = {
  readonly stage: {
    readonly deps: Deps
    readonly db: Db
    readonly pool: pg.Pool
    readonly time: VirtualTime
    readonly accidents: Accidents
  }
  readonly processor: Processor
  /** Calls that have not arrived yet. */
  readonly late: (() => Promise<unknown>)[]
  /** Ids of the events that the service has accepted. */
  readonly delivered: Set<string>
}

export async function advance(waiting: Waiting, seconds: number): Promise<void> {
  const { stage, late } = waiting
  await stage.time.advance(seconds)
  // Its response is discarded.
  for (const call of late.splice(0)) await call().catch(() => undefined)
  await stage.accidents.release()
  await work(waiting)
}

async function work({ stage, processor, delivered }: Waiting): Promise<void> {
  const { deps, db, time } = stage
  for (const { id, rawBody, signature } of await processor.events()) {
    if (delivered.has(id)) continue
    const handled = await handleProcessorEvent(deps, { rawBody, signature })
    if (handled.ok) delivered.add(id)
  }
  // A round of the worker costs more than the rest of the scenario, and does nothing when everything is settled.
  if ((await rowsOf(stage, unsettled)).length === 0) return
  await runRound({ deps, db }, time.now().getTime())
  for (const { id } of await rowsOf(stage, liveJobs)) {
    await runQueuedJob(deps, generationJobIdOf(id), new AbortController().signal)
  }
}

const liveJobs = "select id from generation_jobs where status in ('queued', 'running') order by id"

const unsettled = `
  select 'order ' || code || ' is ' || charge_state as id from orders
    where (charge_state in ('started', 'unknown') or payment_pending) and not paid
  union all select 'payment ' || payment_id || ' is ' || state from unmatched_payments
    where state in ('found', 'claimed', 'refunding')
  union all select 'job ' || id || ' is ' || status from generation_jobs where status in ('queued', 'running')`

const rowsSchema = v.array(v.object({ id: v.string() }))

async function rowsOf({ pool }: Pick<Waiting['stage'], 'pool'>, query: string) {
  return v.parse(rowsSchema, (await pool.query(query)).rows)
}

/** Seconds between the rounds of the end, like the growing intervals of the reconciler. */
const restSeconds = [3, 9, 21, 45, 61, 61, 121, 601, 1_801, 3_601, 3_601]

/** Returns null once nothing waits; otherwise what still waits after hours. */
export async function comeToRest(waiting: Waiting): Promise<string | null> {
  for (const seconds of restSeconds) {
    await advance(waiting, seconds)
    if ((await rowsOf(waiting.stage, unsettled)).length === 0) return null
  }
  const open = await rowsOf(waiting.stage, unsettled)
  return `never settled: ${open.map(({ id }) => id).join(', ')}`
}
