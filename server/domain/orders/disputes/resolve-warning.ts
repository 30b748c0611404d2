// A bank's fraud warning that an operator has dealt with, for example by asking the customer. Nothing moves, and a hold stays.
import { fail, ok, type Result } from '../../base/result.ts'
import type { ListedWarning } from '../dispute-ports.ts'
import type { OrderDeps } from '../ports.ts'
import type { DisputeFailure } from './failure.ts'

/** The payment may be that of an order, a gift card or credits, or pay nothing here. A repeat keeps the first note. */
export async function resolveWarning(
  deps: Pick<OrderDeps, 'disputes' | 'log'>,
  operator: string,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<Result<ListedWarning, DisputeFailure>> {
  const warning = await deps.disputes.resolveWarning({ id, by: operator, note })
  if (warning === null) return fail({ kind: 'fraud_warning_not_found' })
  deps.log.info('payment.fraud_warning_resolved', { code: warning.code, id, by: operator })
  return ok(warning)
}
