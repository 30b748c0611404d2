// The state of everything that the process needs, by name. /readyz reports it, and the desk's page about the system shows it.
import * as v from 'valibot'
import { troubleKinds } from '../../domain/generation/engine/engine-health.ts'
import { flag, type JsonOf, named, says } from '../contract/schemas.ts'

/**
 * Throws when the part does not respond. `remote` = another process does it, and is ready; `broken` = it is not usable, but the service
 * works without it; `stalled` = it runs, but makes no progress.
 */
export type ReadinessCheck = () => Promise<
  'ok' | 'remote' | 'not configured' | 'broken' | 'stalled'
>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

export type Readiness = {
  readonly checks: ReadinessChecks
  /**
   * The parts that run as samples or by rules, by the names of server/wiring/optional-parts.ts, the slicer's cage, and whether the event
   * loop was blocked recently. Never a reason not to be ready: a stall that is over is no reason to turn visitors away.
   */
  readonly parts: () => Promise<JsonOf<typeof parts>>
}

export type HealthContext = { readonly readiness: Readiness }

const checkTimeoutMs = 3_000

const state = v.picklist(['ok', 'remote', 'failed', 'not configured', 'broken', 'stalled'])

/** Each has a label on the desk's page about the system. */
export const parts = named(
  'ReadinessParts',
  v.object({
    engines: v.picklist(['vendors', 'samples', 'off']),
    engineHealth: v.picklist(['ok', ...troubleKinds]),
    images: v.picklist(['vendor', 'samples', 'off']),
    textModeration: v.picklist(['server', 'rules']),
    pictureModeration: v.picklist(['server', 'refused', 'off']),
    slicerCage: v.picklist(['on', 'off', 'missing', 'none', 'remote']),
    eventLoop: v.picklist(['ok', 'stalled']),
  }),
  'What makes models and checks requests, and how the process fares.',
)

export const readinessReport = named(
  'Readiness',
  v.object({
    ok: flag('Whether nothing that the service needs has failed or is stalled.'),
    checks: says(
      v.record(v.string(), state),
      'Each thing by name: database, storage, geometry, slicer and, where the process does the background work, worker. A slicer is `remote` where slicing processes slice and are ready; one that is broken leaves the rest ready: quotes are estimates then. A worker is `stalled` when it has completed no round for 3 minutes.',
    ),
    parts: says(
      parts,
      'What makes models and checks requests here. `samples`: generations are sample models. `engineHealth`: the worst that was seen of a vendor of 3D engines within 15 minutes; `/operator/system` has each of them. `refused`: pictures are not accepted, for want of a moderation server. `slicerCage`: whether the slicer runs locked up; `missing`: the machine does not support it; `none`: there is no slicer; `remote`: slicing processes have it. `eventLoop`: `stalled` when the process responded to nothing for more than 3 seconds at once within the last minute.',
    ),
  }),
  'The state of everything that the process needs.',
)

type CheckState = v.InferOutput<typeof state>

/** The state of each thing, by name. */
export const runChecks = (checks: ReadinessChecks): Promise<readonly [string, CheckState][]> =>
  Promise.all(Object.entries(checks).map(run))

async function run([name, check]: [string, ReadinessCheck]): Promise<[string, CheckState]> {
  const late = new Promise<'failed'>((resolve) => {
    setTimeout(() => resolve('failed'), checkTimeoutMs).unref()
  })
  // A check fails by throwing; the owner of the connection logs the error.
  return [name, await Promise.race([check().catch(() => 'failed' as const), late])]
}
