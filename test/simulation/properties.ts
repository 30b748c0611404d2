// What must be true of the money when everything has come to rest. The processor's record is the truth about what was taken and given
// back; nothing here is computed by the product.
import { type Facts, type Order, type Rows, readFacts } from './facts.ts'
import { givenPaymentId } from './operations.ts'
import type { Charge } from './processor.ts'
import { takeBrokenRules } from './watch.ts'
import type { World } from './world.ts'

/** Sentences that say what is wrong. */
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
    ...processorAgrees(facts),
    ...rows.jobs.flatMap(creditsOfJob),
  ]
}

function noteSeen({ stage: { tally } }: World, { rows, charges, refunds }: Facts): void {
  tally.orders += rows.orders.length
  tally.payments += charges.filter(({ paid }) => paid).length
  tally.refunds += refunds.length
}

/** What was taken and not given back. */
const keptCents = ({ paid, amount_captured, amount_refunded }: Charge): number =>
  paid ? amount_captured - amount_refunded : 0

const chargesOf = ({ charges }: Facts, name: 'order_id' | 'purchase_id', id: string) =>
  charges.filter(({ metadata }) => metadata[name] === id)

/** One request, one code and one text. */
function responsesAgree({ responses, loss }: World, { orders }: Rows): string[] {
  const first = new Map<string, (typeof responses)[number]>()
  const wrong: string[] = []
  for (const response of responses) {
    const before = first.get(response.request) ?? response
    first.set(response.request, before)
    if (before.code !== response.code)
      wrong.push(`${response.request} has the codes ${before.code} and ${response.code}`)
    if (before.text !== response.text)
      wrong.push(`${response.request} has the amounts ${before.text} and ${response.text}`)
    const order = orders.find(({ code }) => code === response.code)
    // An order whose rows were lost may be closed before its payment is found again.
    if (response.paid && order !== undefined && !order.paid && !loss.happened)
      wrong.push(`order ${response.code} was reported paid and is not`)
  }
  return wrong
}

/** At most one payment of an order or purchase is kept, whatever happened to its row. */
function chargedOnce({ charges }: Facts): string[] {
  const kept = new Map<string, number>()
  for (const charge of charges) {
    const { order_id: order, purchase_id: purchase } = charge.metadata
    if (isKept(charge)) {
      const name = order ?? purchase ?? 'nothing'
      kept.set(name, (kept.get(name) ?? 0) + 1)
    }
  }
  return [...kept].flatMap(([id, count]) =>
    count > 1 ? [`${count} payments of ${id} were kept`] : [],
  )
}

/** The processor forgets the key of a charge after that; its clock counts whole seconds. */
const keySeconds = 24 * 3600 - 1

/** No card is charged twice for an order, not even to be refunded, while the processor knows the key of the first charge. */
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

const isKept = ({ paid, amount_captured, amount_refunded }: Charge): boolean =>
  paid && amount_refunded < amount_captured

/** Of a paid order, one payment of what was due, less its refunds. Of any other, nothing. */
function moneyOfOrder(facts: Facts, order: Order): string[] {
  const { rows, rowsWereLost } = facts
  const charges = chargesOf(facts, 'order_id', order.id)
  const wrong: string[] = []
  const mails = order.paid ? 1 : 0
  if (order.confirmations !== mails)
    wrong.push(`order ${order.code} has ${order.confirmations} confirmations instead of ${mails}`)
  if (!order.paid) {
    const kept = charges.reduce((sum, charge) => sum + keptCents(charge), 0)
    if (kept !== 0) wrong.push(`${kept} cents were kept for order ${order.code}, which is not paid`)
    return wrong
  }
  const due = order.total - order.gift
  if (due === 0) return wrong
  const payment = charges.find(({ payment_intent: id }) => id === order.paymentId)
  if (payment === undefined) return [...wrong, `order ${order.code} was paid by an unknown payment`]
  if (payment.amount_captured !== due)
    wrong.push(`order ${order.code} was paid with ${payment.amount_captured} instead of ${due}`)
  const given = rows.refunds
    .filter(({ orderId, state }) => orderId === order.id && state === 'succeeded')
    .reduce((sum, { amount, gift }) => sum + amount - gift, 0)
  // A refund whose row was lost is known to the processor alone, until it is requested again.
  const isGiven = rowsWereLost
    ? payment.amount_refunded >= given
    : payment.amount_refunded === given
  if (!isGiven)
    wrong.push(
      `${payment.amount_refunded} instead of ${given} cents of order ${order.code} were refunded`,
    )
  const others = charges.filter((charge) => charge !== payment && isKept(charge))
  if (others.length > 0) wrong.push(`order ${order.code} has another payment that was kept`)
  return wrong
}

/** The share is taken once; it returns once when the order is closed unpaid, and otherwise with refunds alone. */
function giftOfOrder({ rows }: Facts, order: Order): string[] {
  const isReturned = !order.paid && order.status === 'CANCELLED' && order.gift > 0
  const refunds = rows.refunds.filter(({ orderId }) => orderId === order.id)
  const expected = {
    redeemed: order.gift === 0 ? 0 : -order.gift,
    redemptions: order.gift === 0 ? 0 : 1,
    returned: isReturned ? order.gift : 0,
    returns: isReturned ? 1 : 0,
    refundedToCard: order.giftRefunded,
    // At rest nothing is reserved any more: a refund that moved nothing has no part.
    giftRefunded: refunds.reduce((sum, { gift }) => sum + gift, 0),
  }
  const wrong = differences(`the gift card of order ${order.code}`, order, expected)
  if (order.giftRefunded > order.gift)
    wrong.push(`the gift card of order ${order.code} got back more than its share`)
  return wrong
}

function refundsAreDone({ rows, refunds: done }: Facts): string[] {
  const wrong: string[] = []
  for (const { id, state, amount, gift, mails, orderId, returned } of rows.refunds) {
    const moved = done.filter(({ metadata }) => metadata['refund_id'] === id)
    const times = state === 'succeeded' && amount > gift ? 1 : 0
    if (moved.length !== times)
      wrong.push(
        `refund ${id} of order ${orderId} is ${state} and was carried out ${moved.length} times`,
      )
    const expectedMails = state === 'succeeded' || returned ? 1 : 0
    if (mails !== expectedMails) wrong.push(`refund ${id} has ${mails} mails`)
  }
  for (const order of rows.orders) {
    const ofOrder = rows.refunds.filter(({ orderId }) => orderId === order.id)
    const refunded = ofOrder.reduce(
      (sum, { state, amount, gift }) => sum + (state === 'succeeded' ? amount : gift),
      0,
    )
    wrong.push(...differences(`order ${order.code}`, order, { refunded, refunding: 0 }))
  }
  return wrong
}

/** After all repeats, a request has given back at most its amount: what the gift card got, and what the processor sent. */
function requestsGiveTheirAmount({ rows, refunds: done }: Facts): string[] {
  const requests = Map.groupBy(
    rows.refunds,
    ({ orderId, requestKey }) => `${orderId} ${requestKey}`,
  )
  return [...requests].flatMap(([name, attempts]) => {
    const requested = Math.max(...attempts.map((attempt) => attempt.requested))
    const toGiftCard = attempts.reduce((sum, { gift }) => sum + gift, 0)
    const ids = new Set(attempts.map(({ id }) => id))
    const toCard = done
      .filter(({ metadata }) => ids.has(metadata['refund_id'] ?? ''))
      .reduce((sum, { amount }) => sum + amount, 0)
    return toGiftCard + toCard > requested
      ? [`the request ${name} gave back ${toGiftCard} + ${toCard} of ${requested} cents`]
      : []
  })
}

/** A payment goes back unasked when its order was paid by another one, or cancelled before. */
function returnsHaveAReason({ rows, charges, refunds, rowsWereLost }: Facts): string[] {
  if (rowsWereLost) return []
  const ofOrders = new Set(rows.refunds.map(({ id }) => id))
  return refunds.flatMap(({ metadata, payment_intent: payment, created }) => {
    if (ofOrders.has(metadata['refund_id'] ?? '')) return []
    const charge = charges.find(({ payment_intent: id }) => id === payment)
    const order = rows.orders.find(({ id }) => id === charge?.metadata['order_id'])
    const isOfOrder = order !== undefined && charge?.metadata['purchase_id'] === undefined
    if (!isOfOrder || order.paid || (order.closedAt !== null && order.closedAt <= created))
      return []
    return [`a payment of order ${order.code} went back although the order was open`]
  })
}

/** Nothing is kept without a row that it paid for, also when its row was lost. */
function paymentsHaveAnOrder({ rows, charges }: Facts): string[] {
  const known = new Set([...rows.orders, ...rows.purchases].map(({ paymentId }) => paymentId))
  return charges
    .filter((charge) => isKept(charge) && !known.has(charge.payment_intent))
    .map(({ id }) => `payment ${id} was kept and paid for nothing`)
}

function purchaseIsDelivered(facts: Facts, purchase: Rows['purchases'][number]): string[] {
  const { id, kind, amount, state, paymentId } = purchase
  const isPaid = state === 'paid'
  if (paymentId === givenPaymentId) return []
  const charges = chargesOf(facts, 'purchase_id', id)
  const kept = charges.reduce((sum, charge) => sum + keptCents(charge), 0)
  const isCard = isPaid && kind === 'gift_card'
  const wrong = differences(`purchase ${id}`, purchase, {
    credits: isPaid && kind === 'credits' ? 10 : 0,
    cards: isCard ? 1 : 0,
    cardCents: isCard ? amount : 0,
  })
  if (kept !== (isPaid ? amount : 0))
    wrong.push(`${kept} cents were kept for purchase ${id}, which is ${state}`)
  if (isPaid && !charges.some(({ payment_intent: payment }) => payment === paymentId))
    wrong.push(`purchase ${id} was paid by an unknown payment`)
  return wrong
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

/** The ledger has the money at the processor that its record has; movements of lost rows are lost with them. */
function processorAgrees({ rows, charges, rowsWereLost }: Facts): string[] {
  if (rowsWereLost) return []
  const booked = rows.movements
    .filter(({ processorId }) => processorId !== givenPaymentId)
    .reduce((sum, { debit, credit, cents }) => {
      if (debit === 'processor') return sum + cents
      return credit === 'processor' ? sum - cents : sum
    }, 0)
  const kept = charges.reduce((sum, charge) => sum + keptCents(charge), 0)
  return booked === kept
    ? []
    : [`the ledger has ${booked} cents at the processor, which has ${kept}`]
}

/** Every engine of the simulation fails, so what a job spent has come back. */
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

function differences<Row extends object>(what: string, row: Row, expected: Partial<Row>): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found: unknown = Reflect.get(row, name)
    return found === value ? [] : [`${what}: ${name} is ${found} instead of ${value}`]
  })
}
