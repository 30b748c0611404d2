// The life of a gift card or a pack of credits: bought, spent by other operations, and the later events of its
// payment.
import { giftCodeOf } from '../../server/domain/gift-cards/code.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { post } from '../../testing/people/shop.ts'
import { moveDispute } from './disputes.ts'
import { actThere, deliver } from './events.ts'
import type { Life } from './order-lives.ts'
import { placeByApi } from './place-orders.ts'
import { newestObject } from './processor.ts'
import {
  type CreditsRecord,
  type Dispute,
  debtOf,
  type GiftCardRecord,
  type PurchaseRecord,
} from './record.ts'
import { giveBack, takeBack } from './returned-value.ts'
import { type Customer, openBuyer, type Stage } from './stage.ts'

const payingCard = { number: '4242424242424242' }
const packs = [
  { pack: 10, amountCents: 500 },
  { pack: 50, amountCents: 2000 },
] as const
/** Opening balance of every account. */
const freeCredits = 5

async function pay(stage: Stage, buyer: Customer, path: string, body: object): Promise<string> {
  const { service } = stage
  const [status, opened] = await post(service, buyer, path, body)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(opened)}`)
  await visitHostedPage(opened.checkoutUrl, payingCard)
  const charge = await newestObject(service, 'charges')
  await deliver(stage)
  return charge.payment_intent
}

const newRecord = async (
  stage: Stage,
  facts: Pick<PurchaseRecord, 'payment' | 'amountCents' | 'buyer'>,
) => {
  stage.history.charges.push(facts.amountCents)
  const { rows } = await stage.service.service.database.pool.query(
    'select id from purchases where payment_id = $1',
    [facts.payment],
  )
  return {
    ...facts,
    id: String(rows[0]?.id),
    returns: [],
    disputes: [],
    refunds: [],
    documents: [],
    credited: new Map(),
  }
}

export async function* giftCardSale(stage: Stage): Life {
  const { dice, history, service } = stage
  const buyer = await openBuyer(stage)
  const amountCents = dice.pick([500, 1000, 2500, 5000, 7777, 20_000, 50_000])
  const recipient = `gift-${stage.next()}@example.com`
  const request = { amountCents, recipientEmail: recipient }
  const payment = await pay(stage, buyer, '/api/gift-cards/purchase', request)
  const made = await newRecord(stage, { payment, amountCents, buyer })
  const card: GiftCardRecord = {
    ...made,
    kind: 'gift_card',
    country: null,
    recipient,
    giftCode: giftCodeOf(service.deps.orderIds, made.id),
    balanceCents: amountCents,
    breakageCents: 0,
    isVoid: false,
    isMailed: false,
  }
  history.cards.push(card)
  // Other operations spend it meanwhile.
  for (let left = dice.between(1, 30); left > 0; left -= 1) yield
  yield* paymentGoesBack(stage, card)
  if (dice.chance(0.1) && !card.isVoid) await voidCard(stage, card)
}

export async function* creditsSale(stage: Stage): Life {
  const { dice, history, service } = stage
  const buyer = await openBuyer(stage)
  const { pack, amountCents } = dice.pick(packs)
  // Its country determines the tax of the credits.
  const order = dice.chance(0.5) ? await placeByApi(stage, buyer) : null
  const payment = await pay(stage, buyer, '/api/account/credits', { pack })
  const credits: CreditsRecord = {
    ...(await newRecord(stage, { payment, amountCents, buyer })),
    kind: 'credits',
    country: order?.country ?? null,
    pack,
    credits: pack + freeCredits,
    valueCents: amountCents,
    usedCents: 0,
  }
  history.credits.push(credits)
  yield
  if (dice.chance(0.6)) {
    const spent = dice.between(1, credits.credits)
    await service.service.database.pool.query('select grant_credits($1, $2)', [
      buyer.accountId,
      -spent,
    ])
    const cents =
      spent === credits.credits
        ? credits.valueCents
        : Math.floor((2 * credits.valueCents * spent + credits.credits) / (2 * credits.credits))
    credits.credits -= spent
    credits.valueCents -= cents
    credits.usedCents += cents
    yield
  }
  yield* paymentGoesBack(stage, credits)
}

async function* paymentGoesBack(stage: Stage, purchase: CreditsRecord | GiftCardRecord): Life {
  const fates = {
    stays: 9,
    'refund in the dashboard': 4,
    'refund at the desk': 3,
    'returned refund': 2,
    dispute: 5,
  }
  switch (stage.dice.weighted(fates)) {
    case 'stays':
      return
    case 'refund in the dashboard':
      await refundInDashboard(stage, purchase)
      yield
      if (stage.dice.chance(0.5)) await closeDebt(stage, purchase)
      return
    case 'refund at the desk':
      await refundAtDesk(stage, purchase)
      return
    case 'returned refund':
      await refundInDashboard(stage, purchase)
      yield
      await returnRefund(stage, purchase)
      return
    case 'dispute':
      yield* dispute(stage, purchase)
  }
}

async function refundInDashboard(stage: Stage, purchase: CreditsRecord | GiftCardRecord) {
  const { dice, service } = stage
  const { payment, amountCents } = purchase
  const cents = dice.chance(0.5) ? amountCents : dice.between(1, amountCents)
  const { id } = await actThere(stage, () =>
    service.stripe.refundInDashboard({ payment, amountCents: cents }),
  )
  purchase.refunds.push({ id, cents, isReturned: false })
  takeBack(purchase, { id, by: 'refund', asked: cents })
}

async function refundAtDesk(stage: Stage, purchase: CreditsRecord | GiftCardRecord) {
  const { dice, service } = stage
  const { id: purchaseId, payment } = purchase
  const cents = dice.between(1, purchase.amountCents)
  const request = { amountCents: cents, reason: `Reason ${stage.next()}.` }
  const [status, body] = await stage.act(`/api/operator/purchases/${purchaseId}/refund`, request)
  if (status !== 200) throw new Error(`purchase refund: ${status} ${JSON.stringify(body)}`)
  await deliver(stage)
  const refund = await newestObject(service, 'refunds', { payment_intent: payment })
  purchase.refunds.push({ id: refund.id, cents, isReturned: false })
  takeBack(purchase, { id: refund.id, by: 'refund', asked: cents })
}

async function returnRefund(stage: Stage, purchase: CreditsRecord | GiftCardRecord) {
  const refund = purchase.refunds.at(-1)
  if (refund === undefined) return
  await stage.service.stripe.settleRefund({ refund: refund.id, to: 'failed' })
  await deliver(stage)
  refund.isReturned = true
  giveBack(purchase, refund.id)
}

async function* dispute(stage: Stage, purchase: CreditsRecord | GiftCardRecord): Life {
  const { dice, service } = stage
  const { payment, amountCents } = purchase
  const cents = dice.chance(0.7) ? amountCents : dice.between(1, amountCents)
  const { id } = await actThere(stage, () =>
    service.stripe.openDispute({ payment, amountCents: cents }),
  )
  const opened: Dispute = { id, cents, status: 'open' }
  purchase.disputes.push(opened)
  takeBack(purchase, { id, by: 'dispute', asked: cents })
  yield
  const end = dice.weighted({ 'stays open': 2, won: 4, lost: 4, 'lost, then won': 1 })
  if (end === 'stays open') return
  await moveDispute(stage, opened, end === 'won' ? 'won' : 'lost')
  if (end === 'lost, then won') {
    yield
    await moveDispute(stage, opened, 'won')
  }
  if (opened.status === 'won') giveBack(purchase, id)
}

async function voidCard({ act }: Stage, card: GiftCardRecord): Promise<void> {
  const [status, body] = await act(`/api/operator/purchases/${card.id}/void`, {})
  if (status !== 200) throw new Error(`void: ${status} ${JSON.stringify(body)}`)
  card.isVoid = true
  card.breakageCents += card.balanceCents
  card.balanceCents = 0
}

/** The buyer pays the debt in another way, or it is written off. */
async function closeDebt(stage: Stage, purchase: PurchaseRecord): Promise<void> {
  const { act, dice, read, operator } = stage
  const [returned] = purchase.returns
  const cents = debtOf(purchase)
  if (returned === undefined || cents === 0) return
  const how = dice.pick(['settle', 'write-off'] as const)
  const found = await read(`/api/operator/purchases/${purchase.id}`, operator)
  const { debts } = await found.json()
  const [status] = await act(`/api/operator/debts/${debts[0]?.id}/${how}`, { note: 'By transfer.' })
  if (status !== 200) throw new Error(`${how}: ${status}`)
  if (how === 'settle') {
    returned.settledCents += cents
  } else {
    returned.writtenOffCents += cents
  }
}
