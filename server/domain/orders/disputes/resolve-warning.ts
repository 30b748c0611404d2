// A bank's fraud warning that an operator has resolved, for example by asking the customer. No money moves, and a hold
// stays.
import { fail, type Result } from '../../base/result.ts'
import type { OrderDeps } from '../ports.ts'
import type { ListedWarning } from '../reversals/dispute-ports.ts'
import type { DisputeFailure } from './failure.ts'

/**
 * Resolves a warning. The payment may be for an order, a gift card or credits, or for nothing. The first note is
 * final.
 */
export async function resolveWarning(
  deps: Pick<OrderDeps, 'disputes' | 'log'>,
  operator: string,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<Result<ListedWarning, DisputeFailure>> {
  const resolved = await deps.disputes.resolveWarning({ id, by: operator, note })
  if (resolved === null) return fail({ kind: 'fraud_warning_not_found' })
  if (!resolved.ok) return resolved
  const { code } = resolved.value
  deps.log.info('payment.fraud_warning_resolved', { code, id, by: operator })
  return resolved
}
