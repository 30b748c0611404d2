// State of all dependencies of the process, by name. /readyz reports it, and the desk's system page shows it.
import * as v from 'valibot'
import { troubleKinds } from '../../domain/generation/engine/engine-health.ts'
import { flag, type JsonOf, named, says } from '../contract/schemas.ts'

/**
 * Checks a dependency. Throws if it does not respond. `remote`: another process does the work and is ready. `broken`:
 * the dependency is unusable, but the service works without it. `stalled`: it runs but makes no progress.
 */
export type ReadinessCheck = () => Promise<
  'ok' | 'remote' | 'not configured' | 'broken' | 'stalled'
>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

export type Readiness = {
  readonly checks: ReadinessChecks
  /**
   * Parts that run as samples or by rules (named as in server/wiring/ports/optional-parts.ts), the slicer's sandbox, and
   * whether the event loop was blocked recently. These parts never make the service unready: a past stall is no reason
   * to turn visitors away.
   */
  readonly parts: () => Promise<JsonOf<typeof parts>>
}

export type HealthContext = { readonly readiness: Readiness }

const checkTimeoutMs = 3_000

const state = v.picklist(['ok', 'remote', 'failed', 'not configured', 'broken', 'stalled'])

/** Each part has a label on the desk's system page. */
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
  'Parts that make models and check requests, and the state of the process.',
)

export const readinessReport = named(
  'Readiness',
  v.object({
    ok: flag('Whether no dependency of the service has failed or stalled.'),
    checks: says(
      v.record(v.string(), state),
      'Each dependency by name: database, storage, geometry, slicer and, if the process does the background work, worker. A slicer is `remote` if slicing processes slice and are ready. A broken slicer leaves the rest ready: quotes are estimates then. A worker is `stalled` if it has completed no round for 3 minutes.',
    ),
    parts: says(
      parts,
      'Parts that make models and check requests here. `samples`: generations are sample models. `engineHealth`: the worst state of any 3D engine vendor within 15 minutes; `/operator/system` lists each vendor. `refused`: pictures are not accepted, because there is no moderation server. `slicerCage`: whether the slicer runs in a sandbox; `missing`: the machine does not support it; `none`: there is no slicer; `remote`: slicing processes have it. `eventLoop`: `stalled` when the process did not respond for more than 3 seconds without interruption within the last minute.',
    ),
  }),
  'The state of all dependencies of the process.',
)

type CheckState = v.InferOutput<typeof state>

/** Returns the state of each dependency, by name. */
export const runChecks = (checks: ReadinessChecks): Promise<readonly [string, CheckState][]> =>
  Promise.all(Object.entries(checks).map(run))

async function run([name, check]: [string, ReadinessCheck]): Promise<[string, CheckState]> {
  const late = new Promise<'failed'>((resolve) => {
    setTimeout(() => resolve('failed'), checkTimeoutMs).unref()
  })
  // A check fails by throwing. The owner of the connection logs the error.
  return [name, await Promise.race([check().catch(() => 'failed' as const), late])]
}
