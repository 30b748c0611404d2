// The failure of an order that would have exceeded a spending limit.
import { limitExceededBy } from '../../accounts/spending.ts'
import type { AccountCaller } from '../../base/caller.ts'
import type { SubmitFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'

/** Reads the spending without the order, because the order was rolled back. */
export async function refuseOverLimit(
  { accounts, log }: Pick<OrderDeps, 'accounts' | 'log'>,
  { accountId, credential }: AccountCaller,
  totalCents: number,
): Promise<SubmitFailure> {
  const spending = await accounts.readSpending(accountId)
  const reached = limitExceededBy(spending, { credential, cents: totalCents })
  // In the meantime, a refund was settled or a limit was raised.
  if (reached === null) return { kind: 'order_not_written', isTransient: true }
  const { scope, leftCents } = reached
  log.info('order.over_spending_limit', { accountId, scope, totalCents, leftCents })
  const { resetsAt } = spending
  return { kind: 'spending_limit_reached', ...reached, totalCents, resetsAt }
}
