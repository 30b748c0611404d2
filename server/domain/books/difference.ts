// Describes a difference between the card processor and the ledger, and how to resolve it.
import type { TieOutDifference, TransactionAbout } from './ports.ts'

type Sums = Pick<TieOutDifference, 'part' | 'processorCents' | 'ledgerCents'>

export const differenceOf = ({ processorCents, ledgerCents }: Omit<Sums, 'part'>): number =>
  processorCents - ledgerCents

/** Returns the side that has no amount. */
const sideOf = ({ processorCents, ledgerCents }: Sums): 'ledger' | 'processor' | 'neither' =>
  ledgerCents === 0 ? 'ledger' : processorCents === 0 ? 'processor' : 'neither'

type Advice = { readonly means: string; readonly todo: string }

const advice: Readonly<
  Record<TransactionAbout, Readonly<Record<ReturnType<typeof sideOf>, Advice>>>
> = {
  charge: {
    ledger: {
      means: 'The card processor received a payment that belongs to no order or purchase.',
      todo: 'Find it under Payments without an order, and decide there. If its rows were lost, restore them.',
    },
    processor: {
      means: 'The ledger has a payment that the card processor does not have.',
      todo: 'Look the payment up in the processor’s dashboard. It may belong to another account or to test mode.',
    },
    neither: {
      means: 'The amount at the card processor differs from the ledger.',
      todo: 'Compare the payment in the processor’s dashboard with its order. A movement may be missing or booked twice.',
    },
  },
  refund: {
    ledger: {
      means: 'The card processor made a refund that is not booked.',
      todo: 'Open the order. A refund that is made in the dashboard is found within ten minutes; one that exceeds the rest of the order waits there.',
    },
    processor: {
      means: 'The ledger has a refund that the card processor does not have.',
      todo: 'The bank may have returned it, or it was never made. Open the order, and refund it again if the customer has not received the money.',
    },
    neither: {
      means: 'The refunded amount at the card processor differs from the ledger.',
      todo: 'Compare the refunds of the payment in the processor’s dashboard with those of the order.',
    },
  },
  dispute: {
    ledger: {
      means: 'A bank withdrew money for a dispute that is not booked.',
      todo: 'Open the disputes. A dispute from the last minutes is booked automatically.',
    },
    processor: {
      means: 'The ledger has a dispute for which the card processor withdrew nothing.',
      todo: 'Open the dispute, and compare it with the processor’s dashboard.',
    },
    neither: {
      means: 'The amount that the bank withdrew or returned differs from the ledger.',
      todo: 'Open the dispute, and compare its movements with the processor’s dashboard.',
    },
  },
  fee: {
    ledger: {
      means: 'A fee of the card processor is not booked.',
      todo: 'Compare again. If the difference remains, a movement of the ledger was lost.',
    },
    processor: {
      means: 'The ledger has a fee that the card processor did not charge.',
      todo: 'Look the transaction up in the processor’s dashboard. It may belong to another account.',
    },
    neither: {
      means: 'The fee differs from the ledger.',
      todo: 'Look the transaction up in the processor’s dashboard; the ledger may contain the fee twice.',
    },
  },
  payout: {
    ledger: {
      means: 'A payout is not booked.',
      todo: 'Compare again. If the difference remains, a movement of the ledger was lost.',
    },
    processor: {
      means:
        'The ledger has a payout that the card processor did not make, or that the bank returned.',
      todo: 'Look it up in the processor’s dashboard and on the bank’s statement.',
    },
    neither: {
      means: 'The payout differs from the ledger.',
      todo: 'Open the payout. The ledger may contain it twice, or a payment in it was attributed to another system.',
    },
  },
  other: {
    ledger: {
      means: 'A movement of the account at the processor is not booked.',
      todo: 'Compare again. If the difference remains, a movement of the ledger was lost.',
    },
    processor: {
      means: 'The ledger has an adjustment that the card processor does not have.',
      todo: 'Look the transaction up in the processor’s dashboard. It may belong to another account.',
    },
    neither: {
      means: 'The adjustment differs from the ledger.',
      todo: 'Look the transaction up in the processor’s dashboard.',
    },
  },
}

export const adviceOf = (difference: Sums): Advice => advice[difference.part][sideOf(difference)]
