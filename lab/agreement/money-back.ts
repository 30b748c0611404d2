// Refunds of a paid order: by operators, in the processor's dashboard, pending, refused and returned by the bank.
import { actThere, deliver } from './events.ts'
import { creditCard, readForOperators } from './place-orders.ts'
import { listObjects } from './processor.ts'
import {
  cardLeftOf,
  disputedOf,
  giftLeftOf,
  lostAtBank,
  movedCents,
  movedOf,
  type OrderRecord,
  type Refund,
  type RefundedParts,
  refundableOf,
  refundedOf,
  refundingOf,
  sum,
  type Withheld,
} from './record.ts'
import type { Json, Stage } from './stage.ts'

const pathOf = ({ code }: OrderRecord): string => `/api/operator/orders/${code}`

/** Splits a refund: the gift card first, then the card. */
function split(order: OrderRecord, cents: number): Pick<Refund, 'giftCents' | 'cardCents'> {
  const giftCents = Math.min(cents, giftLeftOf(order))
  return { giftCents, cardCents: cents - giftCents }
}

/**
 * Returns whether a refund is refused: the processor refunds no part of a charged-back payment, and the service refunds
 * nothing while a bank has to decide.
 */
const isRefused = (order: OrderRecord, { cardCents }: Pick<Refund, 'cardCents'>): boolean =>
  disputedOf(order) > 0 || (cardCents > 0 && lostAtBank(order) > 0)

function addRefund(
  { next }: Stage,
  order: OrderRecord,
  facts: Pick<Refund, 'giftCents' | 'cardCents' | 'state'> & { readonly parts?: RefundedParts },
): Refund {
  const refund: Refund = {
    id: next(),
    parts: null,
    withheld: nothing,
    isRefused: facts.state === 'failed',
    ...facts,
  }
  order.refunds.push(refund)
  if (facts.state === 'succeeded') hasSucceeded(order, refund)
  return refund
}

const nothing: Withheld = { debtCents: 0, voidCents: 0 }

function hasSucceeded(order: OrderRecord, refund: Refund): void {
  const { giftCents, cardCents } = refund
  refund.state = 'succeeded'
  if (order.card !== null) refund.withheld = creditCard(order.card, giftCents)
  const { debtCents, voidCents } = refund.withheld
  const parts = giftCents === 0 ? [] : [giftCents, debtCents, voidCents, cardCents]
  order.mails.push({
    subject: `Refund for order ${order.code}`,
    amounts: [giftCents + cardCents, order.totalCents, ...parts.filter((cents) => cents > 0)],
  })
}

type RefundAmount =
  | { readonly amountCents: number }
  | { readonly lines?: readonly LineParts[]; readonly shipping: boolean }
type LineParts = { readonly line: number; readonly quantity: number }

type Plan = 'succeeds' | 'pending' | 'refused'

/** Outcomes of the card part at the processor. */
const outcomes = {
  succeeds: { status: 200, state: 'succeeded', planned: null },
  pending: { status: 202, state: 'settling', planned: { status: 'pending' } },
  refused: {
    status: 409,
    state: 'failed',
    planned: { status: 'refused', code: 'balance_insufficient' },
  },
} as const

type Request = {
  readonly asked: RefundAmount
  readonly parts?: RefundedParts
  readonly plan?: Plan
}

/** Requests a refund, and expects its result; null when nothing is attempted. */
async function ask(
  stage: Stage,
  order: OrderRecord,
  { asked, parts, plan = 'succeeds' }: Request,
): Promise<Refund | null> {
  const shares = split(order, 'amountCents' in asked ? asked.amountCents : sumOfParts(parts))
  const isDisputed = disputedOf(order) > 0
  const usesCard = shares.cardCents > 0
  // The processor refunds no part of a payment that a bank took back.
  const isLost = usesCard && lostAtBank(order) > 0
  const { status, state, planned } = outcomes[isLost ? 'refused' : usesCard ? plan : 'succeeds']
  if (planned !== null && !isLost && !isDisputed) {
    await stage.service.stripe.planRefund({ payment: order.payment ?? '', outcome: planned })
  }
  const reason = `Reason ${stage.next()}.`
  const [found, body] = await stage.act(`${pathOf(order)}/refund`, { ...asked, reason })
  if (found !== (isDisputed ? 409 : status)) {
    throw new Error(`refund of ${order.code}: ${found} ${JSON.stringify(body)}`)
  }
  await deliver(stage)
  if (isDisputed) return null
  const refund = addRefund(stage, order, { ...shares, state, ...(parts && { parts }) })
  if (state !== 'failed') tell(stage, order, { refund, body })
  return refund
}

function tell(
  { history }: Stage,
  order: OrderRecord,
  { refund, body }: { readonly refund: Refund; readonly body: Json },
): void {
  const moved = movedOf(refund)
  history.told.push({
    where: `response to a refund of ${order.code}`,
    found: [
      [body.amountCents, body.giftCardCents, body.cardCents],
      [body.refundedCents, body.refundingCents, body.refundableCents],
    ],
    expected: [
      [refund.giftCents + refund.cardCents, moved.giftCents, moved.cardCents],
      [refundedOf(order), refundingOf(order), refundableOf(order)],
    ],
  })
}

const sumOfParts = (parts: RefundedParts | undefined): number =>
  parts === undefined ? 0 : sum(parts.lines.map(({ cents }) => cents)) + parts.postageCents

export async function refundAmount(stage: Stage, order: OrderRecord, plan: Plan = 'succeeds') {
  const left = refundableOf(order)
  if (left === 0) return null
  const amountCents = stage.dice.chance(0.3) ? left : stage.dice.between(1, left)
  return await ask(stage, order, { asked: { amountCents }, plan })
}

/** Refunds parts by line. The first n parts of a line of Q cost floor(price x n / Q). */
export async function refundLines(stage: Stage, order: OrderRecord): Promise<void> {
  const { dice } = stage
  const before = order.refunds.filter(
    (refund) => refund.state === 'settling' || movedCents(refund) > 0,
  )
  const earlier = (line: number) =>
    before.flatMap((refund) => refund.parts?.lines.filter((each) => each.line === line) ?? [])
  const lines = order.lines.flatMap(({ quantity: of, printCents }, index) => {
    const line = index + 1
    const done = sum(earlier(line).map((each) => each.quantity))
    if (of === done || dice.chance(0.3)) return []
    const quantity = dice.between(1, of - done)
    const upTo = Math.floor((printCents * (done + quantity)) / of)
    return [{ line, quantity, of, cents: upTo - sum(earlier(line).map((each) => each.cents)) }]
  })
  const postageLeft =
    order.postageCents - sum(before.map((refund) => refund.parts?.postageCents ?? 0))
  const shipping = postageLeft > 0 && dice.chance(0.3)
  const parts = { lines, postageCents: shipping ? postageLeft : 0 }
  const cents = sumOfParts(parts)
  if (cents === 0 || cents > refundableOf(order)) return
  const asked = lines.map(({ line, quantity }) => ({ line, quantity }))
  await ask(stage, order, {
    asked: { shipping, ...(asked.length > 0 && { lines: asked }) },
    parts,
  })
}

/** Cancels or rejects the order with a refund of everything left. */
export async function closeWithRefund(stage: Stage, order: OrderRecord): Promise<void> {
  const left = refundableOf(order)
  const shares = split(order, left)
  if (left === 0 || order.isClosed || isRefused(order, shares)) return
  const [, { version }] = await readForOperators(stage, order)
  const status = stage.dice.pick(['CANCELLED', 'REJECTED'])
  const [found, body] = await stage.act(`${pathOf(order)}/status`, {
    status,
    version,
    refund: 'full',
  })
  if (found !== 200) throw new Error(`close ${order.code}: ${found} ${JSON.stringify(body)}`)
  await deliver(stage)
  order.isClosed = true
  addRefund(stage, order, { ...shares, state: 'succeeded' })
}

/** Refunds a part of the payment, or its rest, in the processor's dashboard. */
export async function refundInDashboard(stage: Stage, order: OrderRecord): Promise<void> {
  const { dice, service } = stage
  const left = Math.min(cardLeftOf(order), refundableOf(order))
  if (left === 0 || order.payment === null || disputedOf(order) + lostAtBank(order) > 0) return
  const cardCents = dice.chance(0.4) ? left : dice.between(1, left)
  const { payment } = order
  await actThere(stage, () => service.stripe.refundInDashboard({ payment, amountCents: cardCents }))
  addRefund(stage, order, { giftCents: 0, cardCents, state: 'succeeded' })
}

/** Returns the processor's id of a refund, found by its payment, amount and state there. */
async function processorRefund(
  { service }: Stage,
  { payment }: OrderRecord,
  { cardCents, state }: Refund,
): Promise<string> {
  const status = state === 'settling' ? 'pending' : 'succeeded'
  const refunds = await listObjects(service, 'refunds', { payment_intent: payment ?? '' })
  const found = refunds.find((each) => each.amount === cardCents && each.status === status)
  if (found === undefined) throw new Error(`no ${status} refund of ${cardCents}`)
  return found.id
}

export async function endPending(
  stage: Stage,
  order: OrderRecord,
  refund: Refund,
  to: 'succeeded' | 'failed',
): Promise<void> {
  await stage.service.stripe.settleRefund({
    refund: await processorRefund(stage, order, refund),
    to,
  })
  await deliver(stage)
  if (to === 'succeeded') {
    hasSucceeded(order, refund)
  } else {
    refund.state = 'failed'
  }
}

/** Returns a succeeded refund through the bank. */
export async function returnRefund(stage: Stage, order: OrderRecord): Promise<void> {
  const refund = order.refunds.findLast((each) => each.state === 'succeeded' && each.cardCents > 0)
  if (refund === undefined) return
  const id = await processorRefund(stage, order, refund)
  await stage.service.stripe.settleRefund({ refund: id, to: 'failed' })
  await deliver(stage)
  refund.state = 'returned'
  const { giftCents, cardCents, withheld } = refund
  const isOnCard = giftCents > 0 && withheld.debtCents + withheld.voidCents === 0
  order.mails.push({
    subject: `The refund for order ${order.code} was returned`,
    amounts: isOnCard ? [cardCents, giftCents] : [cardCents],
  })
}
