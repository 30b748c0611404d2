// Whether the engine of a request is on.
import { fail, ok, type Result } from '../../base/result.ts'
import type { EngineName } from '../engine/engine.ts'
import { readOffer, type SwitchDeps } from '../engine/switches.ts'
import type { GenerationFailure } from './failure.ts'

/** Refuses an engine that is off, and any where none is left: the others may be on, but no key is configured for their vendors. */
export async function checkSwitch(
  deps: SwitchDeps,
  engine: EngineName | 'auto',
): Promise<Result<void, GenerationFailure>> {
  const { off, isClosed } = await readOffer(deps)
  if (engine !== 'auto' && off.includes(engine)) {
    return fail({ kind: 'engine_switched_off', engine })
  }
  return isClosed ? fail({ kind: 'generation_off' }) : ok(undefined)
}
