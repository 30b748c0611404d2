// What a difference between the card processor and the ledger means, and what to do about it.
import type { TieOutDifference, TransactionAbout } from './ports.ts'

type Sums = Pick<TieOutDifference, 'part' | 'processorCents' | 'ledgerCents'>

export const differenceOf = ({ processorCents, ledgerCents }: Omit<Sums, 'part'>): number =>
  processorCents - ledgerCents

/** `missing`: the side that has no amount. */
const sideOf = ({ processorCents, ledgerCents }: Sums): 'ledger' | 'processor' | 'neither' =>
  ledgerCents === 0 ? 'ledger' : processorCents === 0 ? 'processor' : 'neither'

type Advice = { readonly means: string; readonly todo: string }

const advice: Readonly<
  Record<TransactionAbout, Readonly<Record<ReturnType<typeof sideOf>, Advice>>>
> = {
  charge: {
    ledger: {
      means: 'The card processor took a payment that nothing here was paid with.',
      todo: 'Look for it under Payments without an order, and decide there. If its rows were lost, restore them.',
    },
    processor: {
      means: 'The ledger has a payment that the card processor does not have.',
      todo: 'Look the payment up in the processor’s dashboard. It may be of another account, or of test mode.',
    },
    neither: {
      means: 'The card processor took another amount than the ledger has.',
      todo: 'Compare the payment in the processor’s dashboard with its order. A movement may be missing or booked twice.',
    },
  },
  refund: {
    ledger: {
      means: 'The card processor refunded money that is not booked here.',
      todo: 'Open the order. A refund that is made in the dashboard is found within ten minutes; one that exceeds what the order has left waits there.',
    },
    processor: {
      means: 'The ledger has a refund that the card processor does not have.',
      todo: 'The bank may have returned it, or it was never carried out. Open the order and refund it again if the customer has no money.',
    },
    neither: {
      means: 'The card processor refunded another amount than the ledger has.',
      todo: 'Compare the refunds of the payment in the processor’s dashboard with those of the order.',
    },
  },
  dispute: {
    ledger: {
      means: 'A bank withdrew money because of a dispute that is not booked here.',
      todo: 'Open the disputes. One that was opened within the last minutes follows by itself.',
    },
    processor: {
      means: 'The ledger has a dispute of which the card processor withdrew nothing.',
      todo: 'Open the dispute, and compare it with the processor’s dashboard.',
    },
    neither: {
      means: 'The bank withdrew or returned another amount than the ledger has.',
      todo: 'Open the dispute, and compare its movements with the processor’s dashboard.',
    },
  },
  fee: {
    ledger: {
      means: 'A fee of the card processor is not booked.',
      todo: 'Compare again. If it stays, a movement of the ledger was lost.',
    },
    processor: {
      means: 'The ledger has a fee that the card processor did not charge.',
      todo: 'Look the transaction up in the processor’s dashboard. It may be of another account.',
    },
    neither: {
      means: 'The fee is not the one that the ledger has.',
      todo: 'Look the transaction up in the processor’s dashboard; the ledger may have the fee twice.',
    },
  },
  payout: {
    ledger: {
      means: 'A payout is not booked.',
      todo: 'Compare again. If it stays, a movement of the ledger was lost.',
    },
    processor: {
      means: 'The ledger has a payout that the card processor did not make, or that came back.',
      todo: 'Look it up in the processor’s dashboard and on the bank’s statement.',
    },
    neither: {
      means: 'The payout is not what the ledger has of it.',
      todo: 'Open the payout. The ledger may have it twice, or a payment in it was taken for another system’s.',
    },
  },
  other: {
    ledger: {
      means: 'A movement of the account at the processor is not booked.',
      todo: 'Compare again. If it stays, a movement of the ledger was lost.',
    },
    processor: {
      means: 'The ledger has an adjustment that the card processor does not have.',
      todo: 'Look the transaction up in the processor’s dashboard. It may be of another account.',
    },
    neither: {
      means: 'The adjustment is not the one that the ledger has.',
      todo: 'Look the transaction up in the processor’s dashboard.',
    },
  },
}

export const adviceOf = (difference: Sums): Advice => advice[difference.part][sideOf(difference)]
