// Engines that operators have turned off at the desk: `auto` leaves them out, and who asks for one is told so before anything is charged.
// The image model, which draws and changes pictures, has a switch as well.

import { type EngineName, type Engines, engineNames } from './engine.ts'

/** The image model's own name among them, which its budget has too. */
export const imageSwitch = 'images'
export type SwitchName = EngineName | typeof imageSwitch
export const switchNames: readonly SwitchName[] = [...engineNames, imageSwitch]

/** The last change; an engine without one is on. */
export type EngineSwitch = {
  readonly engine: SwitchName
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

export type SwitchDeps = {
  readonly engines: Pick<Engines, 'offered' | 'closed'>
  readonly engineSwitches: Pick<EngineSwitches, 'list'>
}

/** Which engines a request may have: those of a configured vendor that are on. */
export type Offer = {
  readonly on: readonly EngineName[]
  /** Turned off by operators, whether their vendor is configured or not. */
  readonly off: readonly EngineName[]
  /** The service has no key for their vendor. */
  readonly isOffered: (engine: EngineName) => boolean
  /** Nothing can be generated: no engine is on, or the operator of the server has turned generation off. */
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

/** Whether pictures are drawn and changed. */
export async function areImagesOn({
  engineSwitches,
}: Pick<SwitchDeps, 'engineSwitches'>): Promise<boolean> {
  const switches = await engineSwitches.list()
  return !switches.some(({ engine, isOff }) => engine === imageSwitch && isOff)
}
