// Checks a submit (check-submit.ts) and places its order (place-order.ts).

import type { AccountCaller } from '../../base/caller.ts'
import { isDatabaseUnreachable } from '../../base/database-unreachable.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import type { SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { OrderSubject } from '../record/identity.ts'
import type { SubmitResponse } from '../record/submit-response.ts'
import { checkSubmit, type SubmitForm } from './check-submit.ts'
import { keyOfOrder } from './order-key.ts'
import { placeOrder } from './place-order.ts'

export type SubmitInput = SubmitForm & { readonly idempotencyKey: string | null }

/**
 * Places the order of a valid submit. Converts exceptions into failures. An exception means that nothing was written or
 * charged: from the first write of the order on, every failure is a value (write-order.ts, insert-and-charge.ts). This
 * includes defects in checks and pricing. An uncaught exception would leave the caller in doubt about a charge and keep
 * the Idempotency-Key claimed until its lease expires. The exception is logged.
 */
export async function checkAndPlace(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<Result<SubmitResponse, OrderFailure | LimitFailure>> {
  try {
    return await placeChecked(deps, caller, input, subject)
  } catch (error) {
    deps.log.error('order.submit_failed', { accountId: caller.accountId, error })
    return fail({ kind: 'order_not_written', isTransient: isDatabaseUnreachable(error) })
  }
}

async function placeChecked(
  deps: SubmitDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<Result<SubmitResponse, OrderFailure | LimitFailure>> {
  const checked = await checkSubmit(deps, caller, input)
  if (!checked.ok) return checked
  const { adjusted, ignored, volumeNotes, ...order } = checked.value
  const { idempotencyKey: key } = input
  const placed = await placeOrder(deps, caller, {
    ...order,
    idempotencyKey: key === null ? null : keyOfOrder(key),
    subject,
    source: 'rest',
  })
  return placed.ok ? ok(withRemarks(placed.value, { adjusted, ignored, volumeNotes })) : placed
}

type Remarks = Partial<Pick<SubmitResponse, 'adjusted' | 'ignored' | 'volumeNotes'>>

/** Returns the response with the remarks that are not empty. */
export const withRemarks = (response: SubmitResponse, remarks: Remarks): SubmitResponse => ({
  ...response,
  ...Object.fromEntries(Object.entries(remarks).filter(([, list]) => list.length > 0)),
})
