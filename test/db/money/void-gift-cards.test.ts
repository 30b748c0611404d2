// Gift cards that an operator voided: the value that their payment withdraws, and the value that returns to them.
// Expected rows are derived manually.

import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { PurchaseId } from '../../../server/domain/base/ids/purchase-id.ts'
import { disputeRecord, moved, recordOf, refundRecord, useReturns } from './returns-fixture.ts'

const { database, orders, ports, reviewed, paidCard, orderWith, refundOrder, booked, differences } =
  useReturns()

const owed = async (purchaseId: PurchaseId) => {
  const { cents } = await database.db
    .selectFrom('debts')
    .select(sql<number>`coalesce(sum(left_cents), 0)::int`.as('cents'))
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return cents
}
const balance = async (purchaseId: PurchaseId) => {
  const card = await database.db
    .selectFrom('gift_cards')
    .select('balance_cents')
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return card.balance_cents
}
/** Returns income and cost of voided cards and written-off amounts, of one purchase. */
const breakage = async (purchaseId: string) =>
  (await booked(purchaseId)).reduce(
    (sum, [, debit, credit, cents]) =>
      sum +
      (credit === 'breakage' ? Number(cents) : 0) -
      (debit === 'breakage' ? Number(cents) : 0),
    0,
  )
const voidCard = (id: PurchaseId) => ports.purchaseDesk.voidCard(id, 'ada@example.com')

test('the refund of its payment takes its breakage, and no debt is left', async () => {
  const { id, payment } = await paidCard(5000)
  await voidCard(id)
  const refund = refundRecord(`re_${id}`, 5000)
  await reviewed(recordOf(payment, { refunds: [refund] }))
  expect(await owed(id)).toBe(0)
  expect(await booked(id)).toEqual([
    ['gift_card_voided', 'gift_cards', 'breakage', 5000],
    ['gift_card_reversed', 'breakage', 'processor', 5000],
  ])
  // The bank returns the refund: the card stays void.
  const failed = {
    kind: 'failed',
    reason: 'Refund failed',
    processorRefundId: refund.processorRefundId,
  }
  await reviewed(recordOf(payment, { refunds: [{ ...refund, outcome: failed as never }] }))
  expect((await booked(id)).slice(2)).toEqual([
    ['gift_card_reinstated', 'processor', 'gift_cards', 5000],
    ['gift_card_voided', 'gift_cards', 'breakage', 5000],
  ])
  expect(await balance(id)).toBe(0)
})

test('a dispute takes the unspent value; the rest is owed until it is won', async () => {
  // $8.00 of $20.00 are spent, $12.00 become breakage.
  const { id, codeHash, payment } = await paidCard(2000)
  await orderWith(codeHash)
  await voidCard(id)
  const dispute = disputeRecord(`du_${id}`, { amountCents: 2000 })
  await reviewed(recordOf(payment, { disputes: [dispute] }))
  expect([await owed(id), await breakage(id)]).toEqual([800, 0])
  expect((await booked(id)).slice(3)).toEqual([
    ['gift_card_reversed', 'breakage', 'disputed', 1200],
    ['debt', 'debts', 'disputed', 800],
  ])
  const movements = [...dispute.movements, moved(`txn_${id}_won`, -2000)]
  await reviewed(recordOf(payment, { disputes: [{ ...dispute, status: 'won', movements }] }))
  expect([await owed(id), await breakage(id), await balance(id)]).toEqual([0, 1200, 0])
})

test('money that returns to a void card is breakage, whatever its source', async () => {
  const { id, codeHash } = await paidCard(1600)
  const [first, second] = [await orderWith(codeHash), await orderWith(codeHash)]
  // A second card pays $5.00 of an order that is closed unpaid.
  const part = await paidCard(500)
  const unpaid = await orderWith(part.codeHash)
  await voidCard(id)
  await voidCard(part.id)
  await refundOrder(first.id, 500)
  await refundOrder(second.id, 800)
  await orders.setStatus(unpaid.code, { status: 'CANCELLED', tracking: null, by: 'ops' })
  expect([await balance(id), await breakage(id)]).toEqual([0, 1300])
  expect([await balance(part.id), await breakage(part.id)]).toEqual([0, 500])
})

test('money that returns to a void card repays a debt first', async () => {
  const { id, codeHash, payment } = await paidCard(800)
  const order = await orderWith(codeHash)
  await reviewed(recordOf(payment, { refunds: [refundRecord(`re_${id}`, 500)] }))
  await voidCard(id)
  await refundOrder(order.id, 800)
  expect([await owed(id), await balance(id), await breakage(id)]).toEqual([0, 0, 300])
})

test('the email of a voided gift card is no longer sent', async () => {
  const { id } = await paidCard(800)
  const mails = () =>
    database.db.selectFrom('emails').select('kind').where('kind', 'like', `gift:${id}%`).execute()
  const again = { purchaseId: id, round: 0, codeHash: crypto.randomUUID(), email: 'b@b.example' }
  expect(await ports.purchaseDesk.reissue(again)).toBe(true)
  expect(await mails()).toHaveLength(1)
  await voidCard(id)
  expect(await mails()).toEqual([])
})

test('a card that was void with a balance before the migration has none after it', async () => {
  const { id } = await paidCard(700)
  await database.db
    .updateTable('gift_cards')
    .set({ voided_at: sql`now()`, voided_by: 'ada@example.com' })
    .where('purchase_id', '=', id)
    .execute()
  await sql`select void_rest_of_gift_card(id) from gift_cards where purchase_id = ${id}`.execute(
    database.db,
  )
  expect([await balance(id), await breakage(id)]).toEqual([0, 700])
})

test('every balance agrees with the ledger', async () => {
  expect(await differences()).toEqual([])
})
