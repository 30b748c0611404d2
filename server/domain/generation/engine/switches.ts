// Engines that operators have disabled at the desk. `auto` skips them, and a request for a disabled engine is refused
// before any charge. The image model, which draws and edits pictures, has a switch as well.

import { type EngineName, type Engines, engineNames } from './engine.ts'

/** Name of the image model's switch, equal to its budget name. */
export const imageSwitch = 'images'
export type SwitchName = EngineName | typeof imageSwitch
export const switchNames: readonly SwitchName[] = [...engineNames, imageSwitch]

/** The last change. An engine without a change is enabled. */
export type EngineSwitch = {
  readonly engine: SwitchName
  readonly isOff: boolean
  readonly reason: string
  /** The operator's email address. */
  readonly by: string
  readonly since: Date
}

export type EngineSwitches = {
  readonly list: () => Promise<readonly EngineSwitch[]>
  /** Changes a switch and logs the operator. Returns false and does nothing if the switch already has this state. */
  readonly set: (change: Omit<EngineSwitch, 'since'>) => Promise<boolean>
}

export type SwitchDeps = {
  readonly engines: Pick<Engines, 'offered' | 'closed'>
  readonly engineSwitches: Pick<EngineSwitches, 'list'>
}

/** Engines available to a request: enabled engines whose vendor is configured. */
export type Offer = {
  readonly on: readonly EngineName[]
  /** Engines that operators have disabled, whether or not their vendor is configured. */
  readonly off: readonly EngineName[]
  /** Whether the service has a key for the engine's vendor. */
  readonly isOffered: (engine: EngineName) => boolean
  /** Whether nothing can be generated: every engine is disabled, or generation is disabled in the configuration. */
  readonly isClosed: boolean
}

export async function readOffer({ engines, engineSwitches }: SwitchDeps): Promise<Offer> {
  const off = await listOff({ engineSwitches })
  const on = engines.offered.filter((name) => !off.includes(name))
  return {
    on,
    off,
    isOffered: (name) => engines.offered.includes(name),
    isClosed: engines.closed === true || on.length === 0,
  }
}

export async function listOff({
  engineSwitches,
}: Pick<SwitchDeps, 'engineSwitches'>): Promise<readonly EngineName[]> {
  const switches = await engineSwitches.list()
  const off = switches.filter(({ isOff }) => isOff).map(({ engine }) => engine)
  return off.filter((engine) => engine !== imageSwitch)
}

/** Whether the image model is enabled. */
export async function areImagesOn({
  engineSwitches,
}: Pick<SwitchDeps, 'engineSwitches'>): Promise<boolean> {
  const switches = await engineSwitches.list()
  return !switches.some(({ engine, isOff }) => engine === imageSwitch && isOff)
}
