// Whether the engine of a request is on.
import { fail, ok, type Result } from '../../base/result.ts'
import { type EngineName, engineNames } from '../engine/engine.ts'
import { listOff, type SwitchDeps } from '../engine/switches.ts'
import type { GenerationFailure } from './failure.ts'

/** Refuses an engine that is off, and `auto` when all of them are. */
export async function checkSwitch(
  deps: SwitchDeps,
  engine: EngineName | 'auto',
): Promise<Result<void, GenerationFailure>> {
  const off = await listOff(deps)
  if (engine === 'auto') {
    return off.length < engineNames.length ? ok(undefined) : fail({ kind: 'generation_off' })
  }
  return off.includes(engine) ? fail({ kind: 'engine_switched_off', engine }) : ok(undefined)
}
