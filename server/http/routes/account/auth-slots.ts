// Which limits a call of the sign-in endpoints spends (domain/limits/README.md says why).
import type { KnownDevice } from '../../../domain/accounts/known-devices.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../../domain/limits/failure.ts'
import type { LimitScope } from '../../../domain/limits/table.ts'
import type { HttpDeps } from '../../middleware/deps.ts'

/** What a call counts as. */
export type AuthCall = 'sign_up' | 'code' | 'password' | 'second_factor' | 'nothing'

export type AuthCaller = {
  /** Lowercased. Counted whether or not it has an account, so that a refusal does not reveal it. */
  readonly email: string
  readonly clientAddress: string
  /** Set when this browser signed in to the account of `email` before. */
  readonly device: KnownDevice | null
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

/** The caller's own limit comes first: a refusal by it does not count against the address that was typed. */
function slotsOfStranger(call: AuthCall, { email, clientAddress }: AuthCaller): Slots {
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
    case 'password':
      return [
        ['sign-in', `${clientAddress} ${email}`],
        ['sign-in-account', email],
      ]
    case 'second_factor':
      return [['second-factor', email]]
    case 'nothing':
      return []
  }
}

function slotsOf({ id }: KnownDevice, call: AuthCall, { email }: AuthCaller): Slots {
  if (call === 'nothing') return []
  // The person who guesses here may hold the device.
  if (call === 'second_factor') return [['second-factor', email]]
  return [[call === 'password' ? 'sign-in-device' : 'code-send-device', id]]
}
