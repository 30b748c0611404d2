// Compares responses to programs about an order and a purchase with the history.

import { disputeFee } from '../prices.ts'
import {
  type Dispute,
  debtOf,
  disputedOf,
  type GiftCardRecord,
  lostOf,
  movedOf,
  type OrderRecord,
  type PurchaseRecord,
  type Refund,
  refundableOf,
  refundedOf,
  refundingOf,
  sum,
} from '../record.ts'
import type { Customer, Json, Stage } from '../stage.ts'
import { expectSame, expectSameItems, type Findings } from './findings.ts'
import { disputeStatuses } from './processor.ts'
import { centsOf, csvRows, dollars, textsIn } from './texts.ts'

const inCents = (amount: number): number => Math.round(amount * 100)

export async function compareOrder(
  stage: Stage,
  order: OrderRecord,
  findings: Findings,
): Promise<void> {
  const { service, read, operator } = stage
  const { code, customer, source } = order
  if (source === 'rest') {
    const { headers } = customer
    const own = await (await service.fetch(`/api/print/orders/${code}`, { headers })).json()
    compareOwn(order, own, findings)
    const invoice = await (
      await service.fetch(`/api/print/orders/${code}/invoice`, { headers })
    ).json()
    if (order.isPaid) compareInvoice(order, invoice, findings)
  }
  const board = await (await read(`/api/operator/orders/${code}`, operator)).json()
  compareOwn(order, board, findings)
  compareBoard(order, board, findings)
}

function compareOwn(order: OrderRecord, found: Json, findings: Findings): void {
  const { code, lines, postageCents, totalCents, isPaid } = order
  const { print, shipping } = found.breakdown
  expectSame(
    findings,
    `API, ${code}`,
    [inCents(found.estimatedCost), inCents(print), inCents(shipping), found.paid],
    [totalCents, sum(lines.map(({ printCents }) => printCents)), postageCents, isPaid],
  )
}

function compareBoard(order: OrderRecord, found: Json, findings: Findings): void {
  const where = `operators' API, ${order.code}`
  const { refundedCents, refundingCents, refundableCents, disputedCents, lostCents } = found
  expectSame(
    findings,
    where,
    { refundedCents, refundingCents, refundableCents, disputedCents, lostCents },
    {
      refundedCents: refundedOf(order),
      refundingCents: refundingOf(order),
      refundableCents: refundableOf(order),
      disputedCents: disputedOf(order),
      lostCents: lostOf(order),
    },
  )
  expectSameItems(
    findings,
    `${where}, refunds`,
    found.refunds.map((each: Json) => [
      each.state,
      each.amountCents,
      each.giftCardCents,
      each.cardCents,
      each.lines?.map(({ cents }: Json) => cents) ?? null,
      each.postageCents,
    ]),
    order.refunds.map(refundFields),
  )
  expectSameItems(
    findings,
    `${where}, disputes`,
    found.disputes.map((each: Json) => [each.id, each.amountCents, each.feeCents, each.status]),
    order.disputes.map(disputeFields),
  )
}

function refundFields(refund: Refund): unknown[] {
  const { state, giftCents, cardCents, parts } = refund
  const words = {
    settling: 'settling',
    succeeded: 'succeeded',
    failed: 'failed',
    returned: giftCents > 0 ? 'partly' : 'failed',
  }
  const moved = movedOf(refund)
  return [
    words[state],
    giftCents + cardCents,
    moved.giftCents,
    moved.cardCents,
    parts?.lines.map(({ cents }) => cents) ?? null,
    parts?.postageCents ?? 0,
  ]
}

function disputeFields({ id, cents, status }: Dispute): unknown[] {
  const isInquiry = status === 'inquiry' || status === 'closed'
  return [id, cents, isInquiry ? 0 : disputeFee, disputeStatuses[status]]
}

function compareInvoice({ code, documents }: OrderRecord, found: Json, findings: Findings): void {
  expectSameItems(
    findings,
    `invoice API, ${code}`,
    [found.invoice, ...found.corrections].map(({ kind, total, giftCard, card, tax }: Json) => [
      kind,
      inCents(total),
      inCents(giftCard),
      inCents(card),
      tax === null ? null : inCents(tax.amount),
    ]),
    documents.map(({ kind, cents, giftCents, taxCents }) => [
      kind,
      cents,
      giftCents,
      cents - giftCents,
      taxCents,
    ]),
  )
}

/** Compares the CSV of all orders of an account. */
export async function compareCsv(
  { read, history }: Stage,
  customer: Customer,
  findings: Findings,
): Promise<void> {
  const csv = await (await read('/account/orders.csv', customer.cookie)).text()
  expectSameItems(
    findings,
    `orders.csv of ${customer.email}`,
    csvRows(csv).map((row) => [
      row['code'],
      ...['total_usd', 'postage_usd', 'gift_card_usd', 'refunded_usd'].map((name) =>
        centsOf(row[name] ?? ''),
      ),
    ]),
    history.orders
      .filter((order) => order.customer === customer)
      .map((order) => [
        order.code,
        order.totalCents,
        order.postageCents,
        order.giftCents,
        refundedOf(order),
      ]),
  )
}

export async function comparePurchase(
  stage: Stage,
  purchase: PurchaseRecord,
  findings: Findings,
): Promise<void> {
  const { read, operator } = stage
  const { id, amountCents, returns } = purchase
  const path = `/operator/purchases/${id}`
  const found = await (await read(`/api${path}`, operator)).json()
  expectSame(
    findings,
    `purchase ${id}`,
    [found.amountCents, sum(found.debts.map(({ leftCents }: Json) => leftCents))],
    [amountCents, debtOf(purchase)],
  )
  expectSameItems(
    findings,
    `returns of purchase ${id}`,
    found.returns.map((each: Json) => [
      each.kind,
      each.cents,
      each.takenCents,
      each.reinstatedAt !== null,
    ]),
    returns.map(({ by, cents, takenCents, isReinstated }) => [by, cents, takenCents, isReinstated]),
  )
  const html = await (await read(path, operator)).text()
  findings.pages += 1
  const facts = textsIn(html, 'dl.facts dd')
  expectSame(findings, `page of purchase ${id}`, facts[1], dollars(amountCents))
}

/** Compares the balance of a gift card. */
export async function compareGiftCard(
  stage: Stage,
  card: GiftCardRecord,
  findings: Findings,
): Promise<void> {
  const { id, balanceCents, giftCode, isVoid } = card
  const [status, found] = await stage.ask(card.buyer, '/api/gift-cards/check', { code: giftCode })
  const expected = isVoid ? 0 : balanceCents
  expectSame(findings, `gift card ${id}`, [status, found.balanceCents], [200, expected])
  const html = await (await stage.read(`/operator/purchases/${id}`, stage.operator)).text()
  expectSame(
    findings,
    `page of gift card ${id}`,
    textsIn(html, 'dl.facts dd')[2],
    dollars(balanceCents),
  )
}
