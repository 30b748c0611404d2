// Disputed payments and payments that banks report as fraud.
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorDeps } from '../operators/ports.ts'
import type { SoldPurchase } from '../operators/purchase-desk.ts'
import { type CollectedEvidence, collectEvidence } from '../orders/disputes/evidence.ts'
import type { DisputeFailure } from '../orders/disputes/failure.ts'
import type { Dispute } from '../orders/reversals/dispute.ts'
import type { ListedWarning } from '../orders/reversals/dispute-ports.ts'

export type DisputeList = {
  /** Disputes that need an answer come first. */
  readonly disputes: readonly (Dispute & { readonly code: string | null })[]
  /** Unresolved warnings, oldest first. */
  readonly warnings: readonly ListedWarning[]
}

type Deps = Pick<OperatorDeps, 'disputes'>

/** Most disputes and warnings that the page lists. */
const maxListed = 100

export async function readDisputes({ disputes }: Deps): Promise<DisputeList> {
  const [listed, warnings] = await Promise.all([
    disputes.list(maxListed),
    disputes.openWarnings(maxListed),
  ])
  return { disputes: listed, warnings }
}

export type DisputePage = CollectedEvidence & {
  /** The gift card or credits that the payment bought; null for an order or an unknown payment. */
  readonly purchase: SoldPurchase | null
}

export async function readDispute(
  deps: Pick<OperatorDeps, 'baseUrl' | 'disputes' | 'orderLines' | 'orders' | 'purchaseDesk'>,
  id: string,
): Promise<Result<DisputePage, DisputeFailure>> {
  const collected = await collectEvidence(deps, id)
  if (!collected.ok) return collected
  const { purchaseId } = collected.value.dispute
  const purchase = purchaseId === null ? null : await deps.purchaseDesk.read(purchaseId)
  return ok({ ...collected.value, purchase })
}

export async function findWarning(
  { disputes }: Deps,
  id: string,
): Promise<Result<ListedWarning, DisputeFailure>> {
  const warning = await disputes.readWarning(id)
  return warning === null ? fail({ kind: 'fraud_warning_not_found' }) : ok(warning)
}
