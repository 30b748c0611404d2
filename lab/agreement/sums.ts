// Expected sums of the books over a history.
import { cardFee, disputeFee } from './prices.ts'
import {
  type Dispute,
  debtOf,
  disputedOf,
  type History,
  keptOf,
  lostAtBank,
  lostOf,
  movedOf,
  type OrderRecord,
  type PurchaseRecord,
  type PurchaseReturn,
  purchasesOf,
  sum,
  withdrawnOf,
} from './record.ts'

const disputesOf = (history: History): readonly Dispute[] =>
  [...history.orders, ...purchasesOf(history)].flatMap(({ disputes }) => disputes)

/** Returns whether the dispute has a fee; an inquiry costs nothing. */
const isCharged = ({ status }: Dispute): boolean => status !== 'inquiry' && status !== 'closed'

export const feesOf = (history: History): number =>
  sum(history.charges.map(cardFee)) + disputesOf(history).filter(isCharged).length * disputeFee

/** Returns the refunded amount, including pending refunds. */
const leftByRefunds = ({ refunds }: OrderRecord): number =>
  sum(
    refunds
      .filter(({ state }) => state === 'succeeded' || state === 'settling')
      .map(({ cardCents }) => cardCents),
  )

const cardRefundsOf = ({ refunds }: PurchaseRecord): number =>
  sum(refunds.filter(({ isReturned }) => !isReturned).map(({ cents }) => cents))

export const paidOutOf = ({ payouts }: History): number =>
  sum(payouts.filter(({ isReturned }) => !isReturned).map(({ cents }) => cents))

/** Returns the balance at the processor. */
export function balanceAtProcessor(history: History): number {
  const back = [
    ...history.orders.map((order) => leftByRefunds(order) + withdrawnOf(order)),
    ...purchasesOf(history).map((purchase) => cardRefundsOf(purchase) + withdrawnOf(purchase)),
  ]
  return sum(history.charges) - sum(back) - feesOf(history) - paidOutOf(history)
}

/** Returns card refunds that the processor has accepted and not confirmed. */
const pendingCents = ({ orders }: History): number =>
  sum(
    orders.flatMap(({ refunds }) =>
      refunds.filter(({ state }) => state === 'settling').map(({ cardCents }) => cardCents),
    ),
  )

/** Returns the part of a purchase's dispute that its value and debts cover. */
const coveredOf = ({ returns }: PurchaseRecord, { id }: Dispute): number =>
  sum(returns.filter((each) => each.id === id && !each.isReinstated).map(({ cents }) => cents))

/** Returns the amount that disputes with this status take beyond the price of their purchases. */
const beyondPurchases = (history: History, status: 'open' | 'lost'): number =>
  sum(
    purchasesOf(history).flatMap((purchase) =>
      purchase.disputes
        .filter((dispute) => dispute.status === status)
        .map((dispute) => dispute.cents - coveredOf(purchase, dispute)),
    ),
  )

/** Returns the balances of the ledger's accounts, each on the side where it is above 0. */
export function balancesOf(history: History) {
  const { orders, cards, credits } = history
  const purchases = purchasesOf(history)
  const closings = openReturns(purchases)
  return {
    processor: balanceAtProcessor(history) + pendingCents(history),
    bank: paidOutOf(history) + sum(closings.map(({ settledCents }) => settledCents)),
    orders: sum(orders.map(keptOf)),
    gift_cards: sum(cards.map(({ balanceCents }) => balanceCents)),
    credits: sum(credits.map(({ valueCents }) => valueCents)),
    unmatched: 0,
    disputed: sum(orders.map(disputedOf)) + beyondPurchases(history, 'open'),
    debts: sum(purchases.map(debtOf)),
    fees: feesOf(history),
    credits_used: sum(credits.map(({ usedCents }) => usedCents)),
    breakage: sum(cards.map(({ breakageCents }) => breakageCents)),
    losses:
      sum(orders.map((order) => lostAtBank(order) - lostOf(order))) +
      beyondPurchases(history, 'lost') +
      sum(closings.map(({ writtenOffCents }) => writtenOffCents)),
  }
}

/** Returns the columns of the takings (docs/money.md, "The books"). */
export function takingsOf(history: History) {
  const { orders, cards, credits } = history
  const purchases = purchasesOf(history)
  // An unpaid order holds the gift card's share, which pays the prints first.
  const holding = orders.filter(({ isPaid, isClosed }) => isPaid || !isClosed)
  const takings = holding.map((order) => {
    const printCents = order.totalCents - order.postageCents
    if (order.isPaid) return { prints: printCents, postage: order.postageCents }
    const prints = Math.min(order.giftCents, printCents)
    return { prints, postage: order.giftCents - prints }
  })
  const moved = orders.flatMap(({ refunds }) => refunds.map(movedOf))
  const giftRefunds = sum(moved.map(({ giftCents }) => giftCents))
  const cardRefunds = sum(moved.map(({ cardCents }) => cardCents))
  const columns = {
    prints: sum(takings.map(({ prints }) => prints)),
    postage: sum(takings.map(({ postage }) => postage)),
    giftCardsSold: sum(cards.map(({ amountCents }) => amountCents)),
    giftCardsUsed: giftRefunds - sum(holding.map(({ giftCents }) => giftCents)),
    creditsSold: sum(credits.map(({ amountCents }) => amountCents)),
    refunds: -giftRefunds - cardRefunds - sum(purchases.map(cardRefundsOf)),
    disputes: -sum([...orders, ...purchases].map(withdrawnOf)),
    fees: -feesOf(history),
    other: 0,
  }
  return {
    ...columns,
    atProcessor: sum(Object.values(columns)),
    creditsUsed: sum(credits.map(({ usedCents }) => usedCents)),
  }
}

/** Returns income and costs of the history; costs are below 0. */
export function earningsOf(history: History) {
  const { orders, credits, cards } = history
  const { prints, postage, creditsUsed, fees } = takingsOf(history)
  const back = orders.flatMap(({ refunds }) => refunds.map(movedOf))
  const lost = sum(orders.map(lostAtBank)) + beyondPurchases(history, 'lost')
  const earnings = {
    prints,
    postage,
    creditsUsed,
    giftCardsVoided: sum(cards.map(({ breakageCents }) => breakageCents)),
    refunds: -sum(back.map(({ giftCents, cardCents }) => giftCents + cardCents)) + 0,
    disputesLost: -lost + 0,
    fees,
    losses:
      -sum(openReturns([...cards, ...credits]).map(({ writtenOffCents }) => writtenOffCents)) + 0,
  }
  return { ...earnings, result: sum(Object.values(earnings)) }
}

const openReturns = (purchases: readonly PurchaseRecord[]): readonly PurchaseReturn[] =>
  purchases.flatMap(({ returns }) => returns.filter(({ isReinstated }) => !isReinstated))
