// Conditions of the money at the end of a run. The processor's record is the source of truth about charges and
// refunds; nothing here is computed by the product.

import { booksTieOut } from './books.ts'
import { differences } from './differences.ts'
import { type Facts, isLost, type Order, type Rows, readFacts, withdrawnOf } from './facts.ts'
import { goodsOrMoney } from './goods.ts'
import { isKept, keptCents } from './kept.ts'
import { givenPaymentId } from './operations.ts'
import type { Charge } from './processor.ts'
import { refundsAreDone, requestsGiveTheirAmount, returnsHaveAReason } from './refund-properties.ts'
import { takeBrokenRules } from './watch.ts'
import type { World } from './world.ts'

/** Returns sentences that describe violations. */
export async function findViolations(world: World): Promise<readonly string[]> {
  const facts = await readFacts(world)
  const { rows } = facts
  noteSeen(world, facts)
  return [
    ...(await takeBrokenRules(world.stage.pool)),
    ...world.unexpected,
    ...responsesAgree(world, rows),
    ...chargedOnce(facts),
    ...cardsAreChargedOnce(facts),
    ...rows.orders.flatMap((order) => [
      ...moneyOfOrder(facts, order),
      ...giftOfOrder(facts, order),
    ]),
    ...refundsAreDone(facts),
    ...requestsGiveTheirAmount(facts),
    ...returnsHaveAReason(facts),
    ...paymentsHaveAnOrder(facts),
    ...rows.purchases.flatMap((purchase) => purchaseIsDelivered(facts, purchase)),
    ...ledgersAgree(rows),
    ...booksTieOut(facts),
    ...rows.orders.flatMap((order) => goodsOrMoney(world, facts, order)),
    ...rows.jobs.flatMap(creditsOfJob),
  ]
}

function noteSeen({ stage: { tally } }: World, { rows, charges, refunds }: Facts): void {
  tally.debts += rows.debts.length
  tally.printJobs += rows.orders.reduce((sum, { printJobs }) => sum + printJobs, 0)
  tally.orders += rows.orders.length
  tally.payments += charges.filter(({ paid }) => paid).length
  tally.refunds += refunds.length
}

const chargesOf = ({ charges }: Facts, name: 'order_id' | 'purchase_id', id: string) =>
  charges.filter(({ metadata }) => metadata[name] === id)

/** Checks that each request has one code and one text. */
function responsesAgree({ responses, loss }: World, { orders }: Rows): string[] {
  const first = new Map<string, (typeof responses)[number]>()
  const wrong: string[] = []
  for (const response of responses) {
    const before = first.get(response.request) ?? response
    first.set(response.request, before)
    if (before.code !== response.code) {
      wrong.push(`${response.request} has the codes ${before.code} and ${response.code}`)
    }
    if (before.text !== response.text) {
      wrong.push(`${response.request} has the amounts ${before.text} and ${response.text}`)
    }
    const order = orders.find(({ code }) => code === response.code)
    // An order whose rows were lost may be closed before its payment is found again.
    if (response.paid && order !== undefined && !order.paid && !loss.happened) {
      wrong.push(`order ${response.code} was reported paid and is not`)
    }
  }
  return wrong
}

/** Checks that at most one payment of an order or purchase is kept, whatever happened to its row. */
function chargedOnce(facts: Facts): string[] {
  const kept = new Map<string, number>()
  for (const charge of facts.charges) {
    const { order_id: order, purchase_id: purchase } = charge.metadata
    if (isKept(facts, charge)) {
      const name = order ?? purchase ?? 'nothing'
      kept.set(name, (kept.get(name) ?? 0) + 1)
    }
  }
  return [...kept].flatMap(([id, count]) =>
    count > 1 ? [`${count} payments of ${id} were kept`] : [],
  )
}

/** Time until the processor forgets the key of a charge, in seconds; its clock counts whole seconds. */
const keySeconds = 24 * 3600 - 1

/**
 * Checks that no card is charged again for an order, not even with a refund, while the processor knows the key of the
 * first charge.
 */
function cardsAreChargedOnce({ charges }: Facts): string[] {
  const paid = charges.filter((charge) => charge.paid && charge.metadata['order_id'] !== undefined)
  const byCard = Map.groupBy(
    paid,
    ({ metadata, payment_method: card }) => `${metadata['order_id']} with ${card}`,
  )
  return [...byCard].flatMap(([name, each]) => {
    const times = each.map(({ created }) => created).sort((a, b) => a - b)
    const isAgain = times.some((at, index) => at - (times[index - 1] ?? -Infinity) < keySeconds)
    return isAgain ? [`order ${name} was charged ${times.length} times`] : []
  })
}

/** Checks that a paid order has one payment of the due amount minus its refunds, and any other order has none. */
function moneyOfOrder(facts: Facts, order: Order): string[] {
  const { rows, rowsWereLost } = facts
  const charges = chargesOf(facts, 'order_id', order.id)
  const wrong: string[] = []
  const mails = order.paid ? 1 : 0
  if (order.confirmations !== mails) {
    wrong.push(`order ${order.code} has ${order.confirmations} confirmations instead of ${mails}`)
  }
  if (!order.paid) {
    const kept = charges.filter((charge) => isKept(facts, charge))
    if (kept.length > 0) {
      wrong.push(`${kept.length} payments were kept for order ${order.code}, which is not paid`)
    }
    return wrong
  }
  const due = order.total - order.gift
  if (due === 0) return wrong
  const payment = charges.find(({ payment_intent: id }) => id === order.paymentId)
  if (payment === undefined) return [...wrong, `order ${order.code} was paid by an unknown payment`]
  if (payment.amount_captured !== due) {
    wrong.push(`order ${order.code} was paid with ${payment.amount_captured} instead of ${due}`)
  }
  const given = rows.refunds
    .filter(({ orderId, state }) => orderId === order.id && state === 'succeeded')
    .reduce((sum, { amount, gift }) => sum + amount - gift, 0)
  // A refund with a lost row is known only to the processor until it is requested again.
  const isGiven = rowsWereLost
    ? payment.amount_refunded >= given
    : payment.amount_refunded === given
  if (!isGiven) {
    wrong.push(
      `${payment.amount_refunded} instead of ${given} cents of order ${order.code} were refunded`,
    )
  }
  wrong.push(...lossOfOrder(facts, order, payment))
  const others = charges.filter((charge) => charge !== payment && isKept(facts, charge))
  if (others.length > 0) wrong.push(`order ${order.code} has another payment that was kept`)
  return wrong
}

/**
 * Checks that the loss of disputes is not refunded too: the loss is at least the remainder of the payment, and at
 * most the amount at the bank.
 */
function lossOfOrder(
  { disputes, rowsWereLost }: Facts,
  { code, lost }: Order,
  { payment_intent: id, amount_captured, amount_refunded }: Charge,
): string[] {
  const taken = disputes
    .filter((dispute) => dispute.payment_intent === id && isLost(dispute))
    .reduce((sum, dispute) => sum + withdrawnOf(dispute), 0)
  const least = rowsWereLost ? 0 : Math.min(taken, amount_captured - amount_refunded)
  return lost >= least && lost <= taken
    ? []
    : [`order ${code} lost ${lost} instead of ${least} to ${taken} cents to disputes`]
}

/**
 * Checks that the share is taken once. It returns once when the order is closed unpaid, and otherwise only through
 * refunds.
 */
function giftOfOrder({ rows }: Facts, order: Order): string[] {
  const isReturned = !order.paid && order.status === 'CANCELLED' && order.gift > 0
  const refunds = rows.refunds.filter(({ orderId }) => orderId === order.id)
  const expected = {
    redeemed: order.gift === 0 ? 0 : -order.gift,
    redemptions: order.gift === 0 ? 0 : 1,
    returned: isReturned ? order.gift : 0,
    returns: isReturned ? 1 : 0,
    refundedToCard: order.giftRefunded,
    // At the end nothing is reserved: a refund that moved nothing has no part.
    giftRefunded: refunds.reduce((sum, { gift }) => sum + gift, 0),
  }
  const wrong = differences(`the gift card of order ${order.code}`, order, expected)
  if (order.giftRefunded > order.gift) {
    wrong.push(`the gift card of order ${order.code} got back more than its share`)
  }
  return wrong
}

/** Checks that no payment is kept without a row that it paid for, even if the row was lost. */
function paymentsHaveAnOrder(facts: Facts): string[] {
  const { rows, charges } = facts
  const known = new Set([...rows.orders, ...rows.purchases].map(({ paymentId }) => paymentId))
  return charges
    .filter((charge) => isKept(facts, charge) && !known.has(charge.payment_intent))
    .map(({ id }) => `payment ${id} was kept and paid for nothing`)
}

function purchaseIsDelivered(facts: Facts, purchase: Rows['purchases'][number]): string[] {
  const { id, kind, amount, state, paymentId } = purchase
  const isPaid = state === 'paid'
  if (paymentId === givenPaymentId) return []
  const charges = chargesOf(facts, 'purchase_id', id)
  const own = charges.find(({ payment_intent: payment }) => payment === paymentId)
  const others = charges.filter((charge) => charge !== own && isKept(facts, charge))
  const isCard = isPaid && kind === 'gift_card'
  const wrong = differences(`purchase ${id}`, purchase, {
    credits: isPaid && kind === 'credits' ? 10 : 0,
    cards: isCard ? 1 : 0,
    cardCents: isCard ? amount : 0,
  })
  if (others.length > 0) {
    wrong.push(`${others.length} other payments were kept for purchase ${id}, which is ${state}`)
  }
  if (!isPaid) return wrong
  if (own === undefined) return [...wrong, `purchase ${id} was paid by an unknown payment`]
  // The returned amount of its payment was withdrawn, or is owed.
  const gone = amount - keptCents(facts, own)
  return [...wrong, ...differences(`purchase ${id}`, purchase, { gone, explained: gone })]
}

function ledgersAgree({ cards, accounts }: Rows): string[] {
  return [
    ...cards.flatMap((card) => differences(`gift card ${card.id}`, card, { balance: card.ledger })),
    ...cards.flatMap(({ id, balance }) =>
      balance < 0 ? [`gift card ${id} has ${balance} cents`] : [],
    ),
    ...accounts.flatMap((account) =>
      differences(`account ${account.id}`, account, { credits: account.ledger }),
    ),
  ]
}

/** Checks that a job's credits were refunded, because every engine of the simulation fails. */
function creditsOfJob(job: Rows['jobs'][number]): string[] {
  const charged = job.charged ?? 0
  const times = charged === 0 ? 0 : 1
  return differences(`job ${job.id}`, job, {
    status: 'error',
    spent: charged === 0 ? 0 : -charged,
    spendings: times,
    returned: charged,
    returns: times,
  })
}
