// Engines that operators have turned off at the desk: `auto` leaves them out, and who asks for one is told so before anything is charged.

import { fail, ok, type Result } from '../../base/result.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { type EngineName, engineNames } from './engine.ts'

/** The last change; an engine without one is on. */
export type EngineSwitch = {
  readonly engine: EngineName
  readonly isOff: boolean
  readonly reason: string
  /** The operator's email. */
  readonly by: string
  readonly since: Date
}

export type EngineSwitches = {
  readonly list: () => Promise<readonly EngineSwitch[]>
  /** Logged with the operator's name. False when it is so already: nothing is changed then. */
  readonly set: (change: Omit<EngineSwitch, 'since'>) => Promise<boolean>
}

export type SwitchDeps = { readonly engineSwitches: Pick<EngineSwitches, 'list'> }

export async function listOff({ engineSwitches }: SwitchDeps): Promise<readonly EngineName[]> {
  const switches = await engineSwitches.list()
  return switches.filter(({ isOff }) => isOff).map(({ engine }) => engine)
}

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
