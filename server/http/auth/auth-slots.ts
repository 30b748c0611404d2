// Rate limits that each call of the sign-in endpoints counts against. domain/limits/README.md explains the reasons.
import type { KnownDevice } from '../../domain/accounts/known-devices.ts'
import { ok, type Result } from '../../domain/base/result.ts'
import { consumeRateLimit, returnRateSlot } from '../../domain/limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../domain/limits/failure.ts'
import type { LimitScope } from '../../domain/limits/table.ts'
import type { HttpDeps } from '../middleware/deps.ts'

/** Kinds of calls with separate limits. */
export type AuthCall =
  | 'sign_up'
  | 'code'
  | 'sign_in'
  | 'code_try'
  | 'password'
  | 'second_factor'
  | 'nothing'

export type AuthCaller = {
  /** Lowercase address. Counted with or without an account, so that a refusal does not reveal whether one exists. */
  readonly email: string
  readonly clientAddress: string
  /** Set if this browser signed in to the account of `email` before. */
  readonly device: KnownDevice | null
  /** Whether the request has a session of the account of `email`. */
  readonly isSignedIn: boolean
}

type Slots = readonly (readonly [LimitScope, string])[]

export async function takeAuthSlots(
  deps: Pick<HttpDeps, 'rateCounters' | 'production' | 'log'>,
  call: AuthCall,
  caller: AuthCaller,
): Promise<Result<void, LimitFailure>> {
  const slots =
    caller.device === null ? slotsOfStranger(call, caller) : slotsOf(caller.device, call, caller)
  for (const [scope, subject] of slots) {
    const slot = await consumeRateLimit(deps, scope, subject)
    if (!slot.ok) return slot
  }
  return ok(undefined)
}

/** Returns the slot after a correct password or code: only failures count against the network. */
export async function returnNetworkSlot(
  deps: Pick<HttpDeps, 'rateCounters' | 'production' | 'log'>,
  call: AuthCall,
  caller: AuthCaller,
): Promise<void> {
  if (caller.device !== null) return
  for (const [scope, subject] of networkSlots(call, caller)) {
    await returnRateSlot(deps, scope, subject)
  }
}

/**
 * Returns the slots of the client's network. A signed-in user is exempt, so that others on the network cannot lock the
 * user out.
 */
function networkSlots(call: AuthCall, { clientAddress, isSignedIn }: AuthCaller): Slots {
  if (isSignedIn) return []
  if (call === 'sign_in') return [['sign-in-caller', clientAddress]]
  return call === 'code_try' ? [['code-tries-caller', clientAddress]] : []
}

/**
 * Returns the slots of an unknown device. The caller's limit comes first, so that its refusals do not count against the
 * typed address.
 */
function slotsOfStranger(call: AuthCall, caller: AuthCaller): Slots {
  const { email, clientAddress } = caller
  switch (call) {
    case 'sign_up':
      return [
        ['sign-up-caller', clientAddress],
        ['code-send', email],
      ]
    case 'code':
      return [
        ['code-caller', clientAddress],
        ['code-send', email],
      ]
    case 'sign_in':
    case 'password':
      // A request that the first limit refuses causes no password hashing, so it does not count against the network.
      return [
        ['sign-in', `${clientAddress} ${email}`],
        ...networkSlots(call, caller),
        ['sign-in-account', email],
      ]
    case 'code_try':
      return networkSlots(call, caller)
    case 'second_factor':
      return [['second-factor', email]]
    case 'nothing':
      return []
  }
}

function slotsOf({ id }: KnownDevice, call: AuthCall, { email }: AuthCaller): Slots {
  if (call === 'nothing' || call === 'code_try') return []
  // The attacker may be using the known device.
  if (call === 'second_factor') return [['second-factor', email]]
  const isPassword = call === 'password' || call === 'sign_in'
  return [[isPassword ? 'sign-in-device' : 'code-send-device', id]]
}
