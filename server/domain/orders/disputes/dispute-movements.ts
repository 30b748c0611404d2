// Movements of a dispute in the ledger: the amounts that the bank took and returned, its fees, and who bears the loss.
import type { NewMovement } from '../../money/movement.ts'
import {
  type DisputeMovement,
  type DisputeStatus,
  isDisputeOpen,
  type RecordedDispute,
} from '../../payments/returns.ts'

type About = Pick<NewMovement, 'orderId' | 'purchaseId'>

/**
 * Returns the dispute as written. While a refund of the order is not settled, the rest of the order's money is
 * unknown, so a loss is postponed: the dispute stays with the bank, and the review remains incomplete.
 */
export function recordedNow(
  dispute: RecordedDispute,
  now: { readonly isNewLoss: boolean; readonly isRefunding: boolean },
): { readonly recorded: RecordedDispute; readonly isComplete: boolean } {
  return now.isNewLoss && now.isRefunding
    ? { recorded: { ...dispute, status: 'under_review' }, isComplete: false }
    : { recorded: dispute, isComplete: true }
}

export const isNewLoss = (
  { status }: Pick<RecordedDispute, 'status'>,
  before: DisputeStatus | null,
): boolean => status === 'lost' && before !== 'lost'

/** Returns the part of the payment that the bank holds, in cents. */
export const withdrawnOf = ({ movements }: Pick<RecordedDispute, 'movements'>): number =>
  Math.max(
    0,
    movements.reduce((sum, { cents }) => sum + cents, 0),
  )

/**
 * Returns the movements. Each transaction of the processor's balance has a unique source, so that it is booked one
 * time.
 */
export const disputeMovements = (
  { id, movements }: Pick<RecordedDispute, 'id' | 'movements'>,
  about: About,
): readonly NewMovement[] =>
  movements.flatMap(({ transactionId, cents, feeCents }) => {
    const source = (kind: string) => ({
      ...about,
      disputeId: id,
      source: `${kind}:${transactionId}`,
    })
    return [
      ...holdMovements(cents).map((part) => ({ ...part, processorId: id, ...source(part.kind) })),
      ...feeMovements(feeCents).map((part) => ({
        ...part,
        processorId: transactionId,
        ...source('fee'),
      })),
    ]
  })

type Part = Pick<NewMovement, 'kind' | 'debit' | 'credit' | 'cents'>

const holdMovements = (cents: DisputeMovement['cents']): readonly Part[] => {
  if (cents === 0) return []
  return cents > 0
    ? [{ kind: 'dispute_opened', debit: 'disputed', credit: 'processor', cents }]
    : [{ kind: 'dispute_won', debit: 'processor', credit: 'disputed', cents: -cents }]
}

/** The nightly reading of the processor's transactions books fees under the same sources. */
const feeMovements = (cents: DisputeMovement['feeCents']): readonly Part[] => {
  if (cents === 0) return []
  return cents > 0
    ? [{ kind: 'fee', debit: 'fees', credit: 'processor', cents }]
    : [{ kind: 'fee_returned', debit: 'processor', credit: 'fees', cents: -cents }]
}

/** In cents; `movements`: number of movements that booked it. */
export type BookedLoss = {
  readonly orders: number
  readonly unmatched: number
  readonly losses: number
  readonly movements: number
}

type LossFacts = {
  readonly about: About
  readonly paymentId: string
  /** Movements already booked for the dispute. */
  readonly booked: BookedLoss
  /** Remaining amount of the order, in cents; 0 for a payment of anything else. */
  readonly orderLeftCents: number
  /** Amount held by a payment without a purpose, in cents. */
  readonly unmatchedHeldCents: number
  /** The part covered by a gift card, credits or their buyer's debt. */
  readonly coveredCents: number
}

export type LossPlan = {
  readonly movements: readonly NewMovement[]
  /** Part of the order's money that the dispute takes, in cents. */
  readonly orderCents: number
}

/**
 * Plans the loss of a dispute. A lost dispute costs the amount that the bank holds. It is taken first from the
 * order's remaining money, or from the unmatched payment; anything beyond that, for example after a refund, is a
 * loss. Earlier bookings are subtracted, so that a repeat books nothing and a reversed decision returns everything.
 * Returns null while the bank has not decided, for example during an appeal: its last decision applies.
 */
export function planLoss(
  recorded: Pick<RecordedDispute, 'id' | 'status' | 'movements'>,
  { about, paymentId, booked, orderLeftCents, unmatchedHeldCents, coveredCents }: LossFacts,
): LossPlan | null {
  const { id, status } = recorded
  if (isDisputeOpen(status)) return null
  const cost = status === 'lost' ? Math.max(0, withdrawnOf(recorded) - coveredCents) : 0
  const orderCents = Math.min(cost, booked.orders + orderLeftCents)
  const unmatchedCents = Math.min(cost, booked.unmatched + unmatchedHeldCents)
  const shares = [
    { account: 'orders', target: orderCents, source: `dispute_lost:${id}`, processorId: id },
    {
      account: 'unmatched',
      target: unmatchedCents,
      source: `dispute_lost:${id}:unmatched`,
      // The account lists each payment separately.
      processorId: paymentId,
    },
    {
      account: 'losses',
      target: cost - orderCents - unmatchedCents,
      source: `dispute_lost:${id}:beyond`,
      processorId: id,
    },
  ] as const
  const movements = shares.flatMap(({ account, target, source, processorId }): NewMovement[] => {
    const change = target - booked[account]
    if (change === 0) return []
    const accounts =
      change > 0
        ? ({ debit: account, credit: 'disputed' } as const)
        : ({ debit: 'disputed', credit: account } as const)
    return [
      {
        ...about,
        ...accounts,
        kind: 'dispute_lost',
        cents: Math.abs(change),
        disputeId: id,
        processorId,
        source: booked.movements === 0 ? source : `${source}:${booked.movements}`,
      },
    ]
  })
  return { movements, orderCents }
}
