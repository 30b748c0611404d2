// Enables or disables an engine for an operator. Applies to new requests; running tasks are finished.

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import {
  imageSwitch,
  readOffer,
  type SwitchName,
  switchNames,
} from '../generation/engine/switches.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

export const maxSwitchReason = 300

/**
 * Returns an engine or the image model with the last change of its switch; null = never changed, and therefore
 * enabled. `isLast`: it is the only enabled engine, so that disabling it disables generation.
 */
export async function findEngine(
  deps: Pick<OperatorDeps, 'engines' | 'engineSwitches'>,
  name: string,
) {
  const engine = switchNames.find((each) => each === name)
  if (engine === undefined) return null
  const last = (await deps.engineSwitches.list()).find((each) => each.engine === engine) ?? null
  const { on, isOffered } = await readOffer(deps)
  const isLast = on.length === 1 && on[0] === engine
  // Without a key, the image model draws samples.
  return { engine, last, isOffered: engine === imageSwitch || isOffered(engine), isLast }
}

type Change = { readonly engine: string; readonly isOff: boolean; readonly reason: string }

export async function switchEngine(
  deps: Pick<OperatorDeps, 'engineSwitches' | 'log'>,
  by: string,
  { engine: name, isOff, reason: sent }: Change,
): Promise<Result<SwitchName, OperatorFailure>> {
  const engine = switchNames.find((each) => each === name)
  if (engine === undefined) return fail({ kind: 'engine_not_found' })
  const reason = cutText(singleLine(sent), maxSwitchReason)
  if (reason === '') return fail({ kind: 'engine_reason_required' })
  const changed = await deps.engineSwitches.set({ engine, isOff, reason, by })
  if (!changed) return fail({ kind: 'engine_unchanged', isOff })
  deps.log.warn('engine.switched', { engine, isOff, by, reason })
  return ok(engine)
}
