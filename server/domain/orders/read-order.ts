// Reading orders: by their owner with the key, or by anyone who holds the code (status page, no address).
import type { AccountCaller } from '../accounts/caller.ts'
import type { OrderFailure } from '../failure.ts'
import { type Deps, ProcessorUnavailable } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { isPlausibleCode } from './code.ts'
import type { Order } from './order.ts'
import { settleOrder } from './settle-order.ts'

/** Byte for byte; an unknown code and another account's are the same answer. */
export async function readOwnOrder(
  deps: Pick<Deps, 'orders'>,
  caller: AccountCaller,
  code: string,
): Promise<Result<Order, OrderFailure>> {
  const order = isPlausibleCode(code) ? await deps.orders.readOwned(caller.accountId, code) : null
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}

/** For the status page. After a checkout (`returned`) the processor is asked first, because its webhook may come later. */
export async function readOrderPage(
  deps: Deps,
  input: { code: string; returned: boolean },
): Promise<Result<Order, OrderFailure>> {
  const order = isPlausibleCode(input.code) ? await deps.orders.readByCode(input.code) : null
  if (order === null) return fail({ kind: 'order_not_found' })
  if (order.paid || !input.returned) return ok(order)
  try {
    await settleOrder(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('order.page_processor_unreachable', { code: input.code })
  }
  return ok((await deps.orders.readByCode(input.code)) ?? order)
}
