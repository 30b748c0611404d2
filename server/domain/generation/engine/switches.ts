// Engines that operators have turned off at the desk: `auto` leaves them out, and who asks for one is told so before anything is charged.

import type { EngineName } from './engine.ts'

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
