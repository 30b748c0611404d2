// Compares the accounts of the ledger with the processor's record and the tables, each account separately. An excess
// in one account is missing in another one.
import { type Facts, isLost, isUndecided, type Rows, withdrawnOf } from './facts.ts'
import { givenPaymentId } from './operations.ts'

/** Compares the books. Movements of lost rows are lost with them, and those of the processor are not booked again. */
export function booksTieOut(facts: Facts): string[] {
  const { rows, rowsWereLost } = facts
  const disagreeing = rows.disagreeing.map(({ what }) => `the ledger disagrees with ${what}`)
  if (rowsWereLost) return disagreeing
  const expected: ReadonlyMap<string, number> = new Map([
    ['processor', atProcessor(facts)],
    ['orders', sumOf(rows.orders.map(keptOfOrder))],
    ['gift_cards', sumOf(rows.cards.map(({ balance }) => balance))],
    ['credits', sumOf(rows.accounts.map(({ value }) => value))],
    ['unmatched', heldUnmatched(facts)],
    ['disputed', heldByBanks(facts)],
    ['debts', sumOf(rows.debts.map(owed))],
    [
      'bank',
      -sumOf(rows.debts.map(({ settled, paidBack }) => settled - paidBack)) - credited(rows),
    ],
    ['fees', -sumOf(facts.disputes.map(feesOf))],
  ])
  const wrong = [...expected].flatMap(([account, cents]) => {
    const booked = bookedIn(rows, account)
    return booked === cents ? [] : [`the ledger has ${booked} instead of ${cents} in ${account}`]
  })
  return [...disagreeing, ...wrong, ...facts.disputes.flatMap((each) => ofDispute(rows, each))]
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)

/** Accounts whose balance is received minus given amounts; liabilities and takings are the opposite. */
const assets = new Set(['processor', 'disputed', 'debts'])

function bookedIn({ movements }: Rows, account: string): number {
  const sign = assets.has(account) ? 1 : -1
  const net = sumOf(
    movements
      .filter(({ processorId }) => account !== 'processor' || processorId !== givenPaymentId)
      .map(({ debit, credit, cents }) => {
        if (debit === account) return cents
        return credit === account ? -cents : 0
      }),
  )
  return sign * net
}

const feesOf = ({ balance_transactions: movements }: Facts['disputes'][number]): number =>
  sumOf(movements.map(({ fee }) => fee))

/** Returns the paid amount, minus the amounts that were refunded, withdrawn and charged for disputes. */
const atProcessor = ({ charges, disputes }: Facts): number =>
  sumOf(
    charges.map(({ paid, amount_captured, amount_refunded }) =>
      paid ? amount_captured - amount_refunded : 0,
    ),
  ) - sumOf(disputes.map((dispute) => withdrawnOf(dispute) + feesOf(dispute)))

/** Returns the kept amount of an order. An unpaid order has its gift card's share until it is closed. */
const keptOfOrder = ({
  paid,
  total,
  refunded,
  lost,
  gift,
  returned,
}: Rows['orders'][number]): number => (paid ? total - refunded - lost : gift - returned)

/**
 * Returns the held amount. The value of a purchase is withdrawn immediately; the amount beyond its price, such as
 * after a refund, waits for the bank.
 */
const heldByBanks = ({ rows, disputes }: Facts): number =>
  sumOf(
    disputes.filter(isUndecided).map((dispute) => {
      const taken = rows.returns.filter(({ id }) => id === dispute.id)
      return withdrawnOf(dispute) - sumOf(taken.map(({ cents }) => cents))
    }),
  )

const heldUnmatched = ({ rows, charges, disputes }: Facts): number =>
  sumOf(
    rows.unmatched
      .filter(({ state }) => state !== 'refunded' && state !== 'returned')
      .map(({ paymentId, amount }) => {
        const lost = disputes.filter((each) => each.payment_intent === paymentId && isLost(each))
        const charge = charges.find((each) => each.payment_intent === paymentId)
        const left = amount - (charge?.amount_refunded ?? 0)
        return Math.max(0, left - sumOf(lost.map(withdrawnOf)))
      }),
  )

/** Returns the amount owed: payments on a debt are owed to the buyer once the payment of the purchase is restored. */
const owed = ({ left, settled, paidBack, isReinstated }: Rows['debts'][number]): number =>
  left - (isReinstated ? settled - paidBack : 0)

/** Returns the amount that was returned as value of gift cards or credits, and not by the bank. */
const credited = ({ movements }: Rows): number =>
  sumOf(
    movements
      .filter(({ debit, credit }) => debit === 'debts' && assetsOfBuyers.has(credit))
      .map(({ cents }) => cents),
  )
const assetsOfBuyers = new Set(['gift_cards', 'credits'])

function ofDispute({ movements }: Rows, dispute: Facts['disputes'][number]): string[] {
  const { id } = dispute
  const ofIt = movements.filter(({ disputeId }) => disputeId === id)
  const booked = sumOf(
    ofIt.map(({ debit, credit, cents }) => {
      if (credit === 'processor') return cents
      return debit === 'processor' ? -cents : 0
    }),
  )
  const expected = withdrawnOf(dispute) + feesOf(dispute)
  return booked === expected
    ? []
    : [`the ledger has ${booked} instead of ${expected} cents of dispute ${id}`]
}
