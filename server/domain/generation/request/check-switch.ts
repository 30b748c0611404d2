// Checks whether the engine of a request is enabled.
import { fail, ok, type Result } from '../../base/result.ts'
import type { EngineName } from '../engine/engine.ts'
import { readOffer, type SwitchDeps } from '../engine/switches.ts'
import type { GenerationFailure } from './failure.ts'

/** Refuses a disabled engine, and any engine if none is available: the others may be enabled but have no vendor key. */
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
