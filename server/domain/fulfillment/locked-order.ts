// The transaction in which the desk changes one order.
import { fail, ok, type Result } from '../base/result.ts'
import { changedSince } from '../orders/changed-since.ts'
import type { OrderFailure, StatusFailure } from '../orders/failure.ts'
import { isPlausibleCode } from '../orders/record/code.ts'
import type { FulfillmentDeps, LockedOrder } from './ports.ts'

type Run<T, F> = (locked: LockedOrder) => Promise<Result<T, F>>

/** Runs the change in a transaction. A refused change writes nothing. */
export async function changeLocked<T, F>(
  { orderWork }: Pick<FulfillmentDeps, 'orderWork'>,
  operator: string,
  code: string,
  run: Run<T, F>,
): Promise<Result<T, F | OrderFailure>> {
  const changed = isPlausibleCode(code) ? await orderWork.change(code, { by: operator, run }) : null
  return changed ?? fail({ kind: 'order_not_found' })
}

/** Refuses a form or request with an outdated order version. */
export async function checkVersion(
  locked: LockedOrder,
  seen: number | undefined,
): Promise<Result<void, StatusFailure>> {
  const { order } = locked
  if (seen === undefined || seen === order.version) return ok(undefined)
  return await changedSince(locked, order, seen)
}
