// Checks that the website runs before it queues a generation, so that a user sees a problem immediately. The run
// repeats all checks, because the balance may have changed, or another interface may have queued the job.

import type { AccountCaller, AccountId } from '../base/caller.ts'
import { fail, type Result } from '../base/result.ts'
import { checkDebt } from '../gift-cards/debt.ts'
import { checkSwitch } from './request/check-switch.ts'
import { creditCost } from './request/credit-cost.ts'
import type { GenerationFailure } from './request/failure.ts'
import { moderateRequest } from './request/moderate.ts'
import { readRequest } from './request/read-request.ts'
import type { ParsedBody, RequestWithImages } from './request/request.ts'
import type { GenerationDeps } from './run/ports.ts'
import { type KeptPictureDeps, withPictures } from './run/with-stored-image.ts'

type CheckDeps = KeptPictureDeps &
  Pick<GenerationDeps, 'engines' | 'engineSwitches' | 'credits' | 'debts' | 'languageModel'>

/** Order of checks: generation is on, fields, the engine is on, balance, moderation. Charges and queues nothing. */
export async function checkRequest(
  deps: CheckDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  body: ParsedBody,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  return await withPictures(deps, accountId, body, (whole) =>
    checkWhole(deps, accountId, whole, signal),
  )
}

async function checkWhole(
  deps: CheckDeps,
  accountId: AccountId,
  body: ParsedBody,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> {
  const read = readRequest(body)
  if (!read.ok) return read
  const isOn = await checkSwitch(deps, read.value.request.options.engine)
  if (!isOn.ok) return isOn
  return await checkPayable(deps, accountId, read.value, signal)
}

/** Order of checks: debt, balance, moderation. Charges nothing. */
export async function checkPayable(
  deps: Pick<GenerationDeps, 'credits' | 'debts' | 'languageModel'>,
  accountId: AccountId,
  wanted: RequestWithImages,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> {
  const allowed = await checkDebt(deps, accountId)
  if (!allowed.ok) return allowed
  const required = creditCost(wanted.request)
  const available = await deps.credits.read(accountId)
  if (available < required) return fail({ kind: 'no_credits', required, available })
  return await moderateRequest(deps, wanted, signal)
}
