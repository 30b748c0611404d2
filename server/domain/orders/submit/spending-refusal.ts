// The refusal of an order that would have exceeded a spending limit.
import { limitExceededBy } from '../../accounts/spending.ts'
import type { AccountCaller } from '../../base/caller.ts'
import type { SubmitFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'

/** The order was rolled back, so this reads the spending without it. */
export async function limitRefusal(
  { accounts, log }: Pick<OrderDeps, 'accounts' | 'log'>,
  { accountId, credential }: AccountCaller,
  totalCents: number,
): Promise<SubmitFailure> {
  const spending = await accounts.readSpending(accountId)
  const reached = limitExceededBy(spending, { credential, cents: totalCents })
  // A refund was settled, or a limit raised, in between.
  if (reached === null) return { kind: 'order_not_written', transient: true }
  const { scope, leftCents } = reached
  log.info('order.over_spending_limit', { accountId, scope, totalCents, leftCents })
  const { resetsAt } = spending
  return { kind: 'spending_limit_reached', ...reached, totalCents, resetsAt }
}
