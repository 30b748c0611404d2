// Places and pays the orders of a history: over REST with the saved card, and at the website's checkout by card or gift
// card.
import { maxOpenOrders } from '../../server/domain/limits/open-checkouts.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { checkoutBody, post } from '../../testing/people/shop.ts'
import { ADDRESS, placed, submit } from '../../testing/people/submit.ts'
import { deliver } from './events.ts'
import { countries, drawPart, type Part, postageOf, printCentsOf } from './prices.ts'
import { cardCentsOf, type GiftCardRecord, type OrderRecord, sum, type Withheld } from './record.ts'
import type { Customer, Json, Stage } from './stage.ts'

const payingCard = { number: '4242424242424242' }
/** The smallest amount that the processor accepts: the gift card leaves at least this amount to the card. */
const smallestCharge = 50

const drawBuyer = ({ dice, next }: Stage) =>
  dice.chance(0.3)
    ? { company: `Muster ${next()} AG`, vatId: 'DE987654321', purchaseOrder: `PO-${next()}` }
    : {}

/** Below `maxOpenOrders`, above which the service refuses an order. */
const openOrders = maxOpenOrders - 5

/** Returns an account with fewer open orders than that. */
function drawCustomer({ dice, customers, history }: Stage): Customer {
  const isOpen = (order: OrderRecord) => !order.isPaid && !order.isClosed
  const openOf = (who: Customer) =>
    history.orders.filter((order) => order.customer === who && isOpen(order)).length
  return dice.pick(customers.filter((who) => openOf(who) < openOrders))
}

type PricedLines = Pick<OrderRecord, 'country' | 'customer' | 'lines'> & {
  readonly source: 'rest' | 'web'
}

function addOrder(
  { history }: Stage,
  priced: PricedLines,
  placedAs: {
    readonly code: string
    readonly giftCents: number
    readonly card: GiftCardRecord | null
  },
): OrderRecord {
  const printCents = sum(priced.lines.map((line) => line.printCents))
  const postageCents = postageOf(printCents, priced.country)
  const order: OrderRecord = {
    ...priced,
    ...placedAs,
    postageCents,
    totalCents: printCents + postageCents,
    refunds: [],
    disputes: [],
    mails: [],
    documents: [],
    credited: new Map(),
    isPaid: false,
    isClosed: false,
    payment: null,
  }
  history.orders.push(order)
  return order
}

const lineOf = (part: Part, country: string) => ({
  fileName: `cube-${part.sizeMm}.stl`,
  quantity: part.quantity,
  printCents: printCentsOf(part, country),
})

const optionsOf = ({ material, quality, color }: Part) => ({
  material,
  quality,
  ...(color !== undefined && { color }),
})

/** Places an order over REST, charged to the saved card. */
export async function placeByApi(
  stage: Stage,
  customer: Customer = drawCustomer(stage),
): Promise<OrderRecord> {
  const { dice, service } = stage
  const country = dice.pick(countries)
  const part = drawPart(dice)
  const body = await placed(
    submit(service, customer, {
      fields: {
        ...optionsOf(part),
        ...drawBuyer(stage),
        quantity: `${part.quantity}`,
        infill: `${part.infill}`,
        country,
        email: `order-${stage.next()}@example.com`,
      },
      file: { name: `cube-${part.sizeMm}.stl`, bytes: cubeStl({ sizeMm: part.sizeMm }) },
    }),
  )
  const priced = { source: 'rest', customer, country, lines: [lineOf(part, country)] } as const
  const order = addOrder(stage, priced, { code: body.code, giftCents: 0, card: null })
  const { print, shipping } = body.breakdown
  const isCharged = customer.card === 'pays'
  stage.history.told.push({
    where: `response to ${order.code}`,
    found: [body.estimatedCost, print, shipping, body.charged ?? 0].map((each) =>
      Math.round(each * 100),
    ),
    expected: [
      order.totalCents,
      order.totalCents - order.postageCents,
      order.postageCents,
      isCharged ? order.totalCents : 0,
    ],
  })
  if (isCharged) await markPaid(stage, order)
  return order
}

/** Places an order of the website, which is unpaid unless a gift card pays the full amount. */
export async function checkOut(
  stage: Stage,
): Promise<{ order: OrderRecord; checkoutUrl: string | null }> {
  const { dice, service } = stage
  const customer = drawCustomer(stage)
  const country = dice.pick(countries)
  const parts = Array.from({ length: dice.pick([1, 1, 2, 3]) }, () => drawPart(dice))
  const items = await Promise.all(
    parts.map(async (part) => ({
      modelUrl: await stage.model(customer, part.sizeMm),
      ...optionsOf(part),
      quantity: part.quantity,
      infill: part.infill,
    })),
  )
  const card = drawCard(stage)
  const lines = parts.map((part) => lineOf(part, country))
  const printCents = sum(lines.map((line) => line.printCents))
  const totalCents = printCents + postageOf(printCents, country)
  const giftCents = card === null ? 0 : giftShare(card.balanceCents, totalCents)
  const [status, body] = await post(
    service,
    customer,
    '/api/checkout',
    checkoutBody(items, {
      address: { ...ADDRESS, country, email: `order-${stage.next()}@example.com` },
      country,
      ...drawBuyer(stage),
      ...(card !== null && { giftCard: card.giftCode }),
    }),
  )
  if (status !== 201) throw new Error(`checkout: ${status} ${JSON.stringify(body)}`)
  const order = addOrder(
    stage,
    { source: 'web', customer, country, lines },
    { code: body.code, giftCents, card },
  )
  if (card !== null) card.balanceCents -= giftCents
  stage.history.told.push({
    where: `response to ${order.code}`,
    found: [
      body.totalCents,
      body.giftCents,
      body.dueCents,
      body.lines.map((each: Json) => each.printCents),
    ],
    expected: [totalCents, giftCents, totalCents - giftCents, lines.map((line) => line.printCents)],
  })
  if (giftCents === totalCents) await markPaid(stage, order)
  return { order, checkoutUrl: body.checkoutUrl }
}

function drawCard({ dice, history }: Stage): GiftCardRecord | null {
  const spendable = history.cards.filter(({ balanceCents }) => balanceCents > 0)
  return spendable.length === 0 || dice.chance(0.4) ? null : dice.pick(spendable)
}

function giftShare(balanceCents: number, totalCents: number): number {
  const share = Math.min(balanceCents, totalCents)
  const rest = totalCents - share
  return rest > 0 && rest < smallestCharge ? totalCents - smallestCharge : share
}

/** Pays with any card, at the processor's page of a checkout or the page that the order's page leads to. */
export async function payAtPage(
  stage: Stage,
  order: OrderRecord,
  url: string | null,
): Promise<void> {
  await visitHostedPage(url ?? (await openPayment(stage, order)), payingCard)
  await deliver(stage)
  await markPaid(stage, order)
}

async function openPayment({ service }: Stage, { code }: OrderRecord): Promise<string> {
  const headers = { origin: service.baseUrl }
  const response = await service.fetch(`/orders/${code}/pay`, { method: 'POST', headers })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${code} cannot be paid: ${response.status}`)
  return location
}

async function markPaid(stage: Stage, order: OrderRecord): Promise<void> {
  const { code, totalCents, giftCents, mails } = order
  const cardCents = cardCentsOf(order)
  order.isPaid = true
  const amounts = giftCents > 0 && cardCents > 0 ? [totalCents, giftCents, cardCents] : [totalCents]
  mails.push({ subject: `Order ${code} confirmed`, amounts })
  await deliver(stage)
  if (cardCents === 0) return
  stage.history.charges.push(cardCents)
  order.payment = await paymentOf(stage, code)
}

async function paymentOf({ service }: Stage, code: string): Promise<string> {
  const order = await service.deps.orders.readByCode(code)
  if (order?.payment.kind !== 'paid') throw new Error(`${code} was not paid`)
  return order.payment.paymentId
}

/** Cancels an unpaid order: its share returns to the gift card. */
export async function cancelUnpaid(stage: Stage, order: OrderRecord): Promise<void> {
  const [, { version }] = await readForOperators(stage, order)
  const path = `/api/operator/orders/${order.code}/status`
  const [status, body] = await stage.act(path, { status: 'CANCELLED', version })
  if (status !== 200) throw new Error(`cancel ${order.code}: ${status} ${JSON.stringify(body)}`)
  order.isClosed = true
  if (order.card !== null) creditCard(order.card, order.giftCents)
}

export async function readForOperators({ read, operator }: Stage, { code }: OrderRecord) {
  const response = await read(`/api/operator/orders/${code}`, operator)
  return [response.status, await response.json()] as const
}

/**
 * Adds returned value to a gift card. The value repays the buyer's debt for the card, and is lost with a void card.
 * Returns the amount that cannot be spent.
 */
export function creditCard(card: GiftCardRecord, cents: number): Withheld {
  let left = cents
  for (const returned of card.returns.filter(({ isReinstated }) => !isReinstated)) {
    const { owedCents, repaidCents, settledCents, writtenOffCents } = returned
    const repaid = Math.min(left, owedCents - repaidCents - settledCents - writtenOffCents)
    returned.repaidCents += repaid
    left -= repaid
  }
  if (card.isVoid) {
    card.breakageCents += left
  } else {
    card.balanceCents += left
  }
  return { debtCents: cents - left, voidCents: card.isVoid ? left : 0 }
}
