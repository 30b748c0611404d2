// What must be true of the money when everything has come to rest. The processor's record is the truth about what was taken and given
// back; nothing here is computed by the product.
import * as v from 'valibot'
import { givenPaymentId } from './operations.ts'
import type { Charge, ProcessorRefund } from './processor.ts'
import { takeBrokenRules } from './watch.ts'
import type { World } from './world.ts'

const cents = v.number()
const orderSchema = v.object({
  id: v.string(),
  code: v.string(),
  status: v.string(),
  paid: v.boolean(),
  paymentId: v.nullable(v.string()),
  total: cents,
  gift: cents,
  giftRefunded: cents,
  refunded: cents,
  refunding: cents,
  confirmations: v.number(),
  /** Of the gift card's ledger, by kind. */
  redeemed: cents,
  redemptions: v.number(),
  returned: cents,
  returns: v.number(),
  refundedToCard: cents,
})
const refundSchema = v.object({
  id: v.string(),
  orderId: v.string(),
  state: v.string(),
  amount: cents,
  gift: cents,
  mails: v.number(),
})
const purchaseSchema = v.object({
  id: v.string(),
  kind: v.picklist(['gift_card', 'credits']),
  state: v.string(),
  amount: cents,
  paymentId: v.nullable(v.string()),
  /** Credits and gift cards that were delivered for it, and the amounts of those cards. */
  credits: v.number(),
  cards: v.number(),
  cardCents: cents,
})
const cardSchema = v.object({ id: v.string(), balance: cents, ledger: cents })
const accountSchema = v.object({ id: v.string(), credits: v.number(), ledger: v.number() })
const jobSchema = v.object({
  id: v.string(),
  status: v.string(),
  charged: v.nullable(v.number()),
  spent: v.number(),
  spendings: v.number(),
  returned: v.number(),
  returns: v.number(),
})

const rowsSchema = v.object({
  orders: v.array(orderSchema),
  refunds: v.array(refundSchema),
  purchases: v.array(purchaseSchema),
  cards: v.array(cardSchema),
  accounts: v.array(accountSchema),
  jobs: v.array(jobSchema),
})

type Rows = v.InferOutput<typeof rowsSchema>
type Order = Rows['orders'][number]

const sumOf = (what: string, table: string, where: string) =>
  `coalesce((select sum(${what})::int from ${table} where ${where}), 0)`
const countOf = (table: string, where: string) =>
  `(select count(*)::int from ${table} where ${where})`
const ofCard = (kind: string) => `kind = '${kind}' and order_id = o.id`
const list = (source: string) =>
  `coalesce((select json_agg(row_to_json(found)) from (${source}) as found), '[]')`

/** An account starts with 5 credits. */
const query = `select
  ${list(`select id, code, status, paid, payment_id as "paymentId", total_cents as total, gift_cents as gift,
    gift_refunded_cents as "giftRefunded", refunded_cents as refunded, refunding_cents as refunding,
    ${countOf('emails', "order_id = o.id and kind = 'confirmation'")} as confirmations,
    ${sumOf('cents', 'gift_card_entries', ofCard('redeem'))} as redeemed,
    ${countOf('gift_card_entries', ofCard('redeem'))} as redemptions,
    ${sumOf('cents', 'gift_card_entries', ofCard('return'))} as returned,
    ${countOf('gift_card_entries', ofCard('return'))} as returns,
    ${sumOf('cents', 'gift_card_entries', ofCard('refund'))} as "refundedToCard"
    from orders as o`)} as orders,
  ${list(`select id, order_id as "orderId", state, amount_cents as amount, gift_cents as gift,
    ${countOf('emails', "kind = 'refund:' || r.id")} as mails from refunds as r`)} as refunds,
  ${list(`select id, kind, state, amount_cents as amount, payment_id as "paymentId",
    ${sumOf('credits', 'credit_entries', 'purchase_id = p.id')} as credits,
    ${countOf('gift_cards', 'purchase_id = p.id')} as cards,
    ${sumOf('amount_cents', 'gift_cards', 'purchase_id = p.id')} as "cardCents" from purchases as p`)} as purchases,
  ${list(`select id, balance_cents as balance,
    ${sumOf('cents', 'gift_card_entries', 'gift_card_id = c.id')} as ledger from gift_cards as c`)} as cards,
  ${list(`select id, credits, 5 + ${sumOf('credits', 'credit_entries', 'account_id = a.id')} as ledger
    from accounts as a`)} as accounts,
  ${list(`select id, status, credits_charged as charged,
    ${sumOf('credits', 'credit_entries', "job_id = j.id and kind = 'charge'")} as spent,
    ${countOf('credit_entries', "job_id = j.id and kind = 'charge'")} as spendings,
    ${sumOf('credits', 'credit_entries', "job_id = j.id and kind = 'refund'")} as returned,
    ${countOf('credit_entries', "job_id = j.id and kind = 'refund'")} as returns
    from generation_jobs as j`)} as jobs`

/** Sentences that say what is wrong. */
export async function findViolations(world: World): Promise<readonly string[]> {
  const { pool } = world.stage
  const { rows: found } = await pool.query(query)
  const rows = v.parse(rowsSchema, found[0])
  const [charges, refunds] = [await world.processor.charges(), await world.processor.refunds()]
  const facts: Facts = { rows, charges, refunds, rowsWereLost: world.loss.happened }
  return [
    ...(await takeBrokenRules(pool)),
    ...world.unexpected,
    ...responsesAgree(world, rows),
    ...chargedOnce(facts),
    ...rows.orders.flatMap((order) => [
      ...moneyOfOrder(facts, order),
      ...giftOfOrder(facts, order),
    ]),
    ...refundsAreDone(facts),
    ...paymentsHaveAnOrder(facts),
    ...rows.purchases.flatMap((purchase) => purchaseIsDelivered(facts, purchase)),
    ...ledgersAgree(rows),
    ...rows.jobs.flatMap(creditsOfJob),
  ]
}

type Facts = {
  readonly rows: Rows
  readonly charges: readonly Charge[]
  readonly refunds: readonly ProcessorRefund[]
  readonly rowsWereLost: boolean
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
    giftRefunded: refunds.reduce((sum, { gift }) => sum + gift, 0),
  }
  const wrong = differences(`the gift card of order ${order.code}`, order, expected)
  if (order.giftRefunded > order.gift)
    wrong.push(`the gift card of order ${order.code} got back more than its share`)
  return wrong
}

function refundsAreDone({ rows, refunds: done }: Facts): string[] {
  const wrong: string[] = []
  for (const { id, state, amount, gift, mails, orderId } of rows.refunds) {
    const moved = done.filter(({ metadata }) => metadata['refund_id'] === id)
    const times = state === 'succeeded' && amount > gift ? 1 : 0
    if (moved.length !== times)
      wrong.push(
        `refund ${id} of order ${orderId} is ${state} and was carried out ${moved.length} times`,
      )
    const expectedMails = state === 'succeeded' ? 1 : 0
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

/** Nothing is kept without a row that it paid for. Rows that were lost and never came back are the sweep's. */
function paymentsHaveAnOrder({ rows, charges, rowsWereLost }: Facts): string[] {
  if (rowsWereLost) return []
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
