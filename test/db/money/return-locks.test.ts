// Functions that lock rows during a review of a payment use the same order: one waits for the other, and PostgreSQL
// aborts neither (40P01). Each test creates the interleaving in which the opposite order would be a deadlock: the
// review first holds the row that both wait for.

import { expect, test } from 'bun:test'
import { codeKeys } from '../../../server/adapters/auth/code-keys.ts'
import { issueDue } from '../../../server/db/billing/issue.ts'
import { refundCredits, takeCredits } from '../../../server/db/generation/credits.ts'
import { createGenerationJobs } from '../../../server/db/generation/generation-jobs.ts'
import { createAccountRecords } from '../../../server/db/personal-data/erasure.ts'
import { disputeIdOf } from '../../../server/domain/base/ids/dispute-id.ts'
import {
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { PurchaseId } from '../../../server/domain/base/ids/purchase-id.ts'
import { defaultOptions } from '../../../server/domain/generation/request/options.ts'
import type { PaymentReturns } from '../../../server/domain/payments/returns.ts'
import { untilWaiting } from '../../../testing/service/waiting-transactions.ts'
import {
  disputeRecord,
  inTurn,
  moved,
  recordOf,
  refundRecord,
  useReturns,
  waitingFor,
} from './returns-fixture.ts'

const kit = useReturns()
const { database, ports, me, newAccount, reviewed, paidOrder, paidCard, paidCredits } = kit

const balanceOf = (purchaseId: PurchaseId) =>
  database.db
    .selectFrom('gift_cards')
    .select(['balance_cents', 'round'])
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow()

/** Returns a dispute of the complete payment in its opened state, and in its won state. */
function disputeOf(
  payment: string,
  cents: number,
): { opened: PaymentReturns; won: PaymentReturns } {
  const dispute = disputeRecord(`du_${payment}`, { amountCents: cents })
  const movements = [...dispute.movements, moved(`txn_${payment}_won`, -cents)]
  return {
    opened: recordOf(paymentIdOf(payment), { disputes: [dispute] }),
    won: recordOf(paymentIdOf(payment), { disputes: [{ ...dispute, status: 'won', movements }] }),
  }
}

test('a note about evidence does not deadlock with the review of the event that follows it', async () => {
  const { id, payment } = await paidOrder()
  const { opened } = disputeOf(payment, 800)
  await reviewed(opened)
  const disputeId = disputeIdOf(`du_${payment}`)
  await inTurn(database, { table: 'orders', column: 'id', id }, [
    () => reviewed(opened),
    () => ports.disputes.noteEvidence({ disputeId, orderId: id, by: 'ada@example.com' }),
  ])
  expect(await ports.disputes.read(disputeId)).toMatchObject({ evidenceBy: 'ada@example.com' })
})

test('documents of a gift card and of an order that it paid do not deadlock with a review of its payment', async () => {
  const { id, payment, codeHash } = await paidCard(1000)
  await kit.orderWith(codeHash)
  const { opened, won } = disputeOf(payment, 1000)
  const facts: string[] = []
  await inTurn(database, { table: 'purchases', column: 'id', id }, [
    () => reviewed(opened),
    () =>
      issueDue(
        database.db,
        { limit: 1000, quietSeconds: 0 },
        {
          timeZone: 'UTC',
          log: { error: () => {} },
          make: (found) => {
            facts.push(found.kind)
            return []
          },
        },
      ),
  ])
  expect(facts).toContain('purchase')
  expect(facts).toContain('order')
  await reviewed(won)
})

test('sending a gift card again does not deadlock with a review of its payment', async () => {
  const { id, payment } = await paidCard(1000)
  const [, isSent] = await inTurn(database, { table: 'purchases', column: 'id', id }, [
    () => reviewed(recordOf(paymentIdOf(payment), { refunds: [refundRecord(`re_${id}`, 400)] })),
    () =>
      ports.purchaseDesk.reissue({
        purchaseId: id,
        round: 0,
        codeHash: crypto.randomUUID(),
        email: 'b@b.example',
      }),
  ])
  expect(isSent).toBe(true)
  expect(await balanceOf(id)).toEqual({ balance_cents: 600, round: 1 })
})

test('a refund to a gift card whose buyer owes money does not deadlock with a dispute that is won', async () => {
  // $8.00 of $10.00 are spent: the dispute takes $2.00, and $8.00 are owed.
  const { id, codeHash, payment } = await paidCard(1000)
  const order = await kit.orderWith(codeHash)
  const { opened, won } = disputeOf(payment, 1000)
  await reviewed(opened)
  await inTurn(database, { table: 'debts', column: 'purchase_id', id }, [
    () => reviewed(won),
    () => kit.refundOrder(order.id, 500),
  ])
  expect(await balanceOf(id)).toMatchObject({ balance_cents: 700 })
})

test('the outcome of a refund to a gift card does not deadlock with a dispute that is won', async () => {
  const { id, codeHash, payment } = await paidCard(1000)
  const order = await kit.orderWith(codeHash)
  const { opened, won } = disputeOf(payment, 1000)
  await reviewed(opened)
  const refundId = await kit.startRefund(order.id, 500)
  // The refund moves its part to the card, which the review locks after the order.
  await inTurn(database, { table: 'debts', column: 'purchase_id', id }, [
    () => ports.refunds.settle(refundId, { kind: 'succeeded', processorRefundId: null }),
    () => reviewed(won),
  ])
  expect(await balanceOf(id)).toMatchObject({ balance_cents: 700 })
})

test('an order that takes its share and is closed while a review waits for the card does not deadlock with it', async () => {
  const { id, codeHash, payment } = await paidCard(500)
  const { opened } = disputeOf(payment, 500)
  const holder = await database.pool.connect()
  const table = await database.pool.connect()
  let orderId = ''
  try {
    // The order has its share, and waits for its account.
    await holder.query('begin')
    await holder.query("select from accounts where id = 'me' for update")
    const placing = kit.orderWith(codeHash)
    await untilWaiting(database.db, 1)
    const reviewing = reviewed(opened)
    await untilWaiting(database.db, 2)
    // The review stops before it writes the debt.
    await table.query('begin')
    await table.query('lock table debts in share mode')
    await holder.query('commit')
    const { id: placedId, code } = await placing
    orderId = placedId
    // A lock on any table would not do: until the system schedules the review, it still shows as waiting for the
    // card, and the closing would overtake it.
    await waitingFor(database, 'debts')
    const closing = kit.orders.setStatus(code, {
      status: 'CANCELLED',
      tracking: null,
      by: 'ada@example.com',
    })
    await untilWaiting(database.db, 2)
    await table.query('commit')
    await Promise.all([reviewing, closing])
  } finally {
    for (const client of [holder, table]) {
      await client.query('rollback')
      client.release()
    }
  }
  // Held before it was closed: it did not exist when the review first read.
  const held = await database.pool.query(
    "select detail from order_events where order_id = $1 and kind = 'hold'",
    [orderId],
  )
  expect(held.rows).toEqual([
    { detail: 'The payment of the gift card that paid for this order went back.' },
  ])
  // The returned share repaid the debt.
  expect(await balanceOf(id)).toMatchObject({ balance_cents: 0 })
  const { rows } = await database.pool.query(
    'select left_cents, returned_cents from debts where purchase_id = $1',
    [id],
  )
  expect(rows).toEqual([{ left_cents: 0, returned_cents: 500 }])
})

test('credits that repay a debt do not deadlock with a dispute that is won', async () => {
  const { id, payment } = await paidCredits(me)
  const jobId = generationJobIdOf(crypto.randomUUID())
  const job = { accountId: me, jobId, credits: 11 }
  await createGenerationJobs(database.db, console).add({
    id: jobId,
    accountId: me,
    createdAt: new Date(),
    body: null,
    request: {
      mode: 'fast_draft',
      inputMode: 'text',
      prompt: 'a cup',
      style: null,
      options: defaultOptions,
      retextureOf: null,
    },
    leaseId: generationLeaseOf(crypto.randomUUID()),
  })
  await database.db.transaction().execute((tx) => takeCredits(tx, job))
  const before = await readCredits()
  const { opened, won } = disputeOf(payment, 2000)
  await reviewed(opened)
  await inTurn(database, { table: 'debts', column: 'purchase_id', id }, [
    () => reviewed(won),
    () => database.db.transaction().execute((tx) => refundCredits(tx, job)),
  ])
  // The amounts of the dispute are restored, and so are those of the job.
  expect(await readCredits()).toBe(before + 11)
})

const readCredits = async () => {
  const { credits } = await database.db
    .selectFrom('accounts')
    .select('credits')
    .where('id', '=', me)
    .executeTakeFirstOrThrow()
  return credits
}

test('the deletion of an account does not deadlock with a review of one of its purchases', async () => {
  const leaving = await newAccount('leaving')
  const { id, payment } = await paidCredits(leaving)
  const [, erased] = await inTurn(database, { table: 'purchases', column: 'id', id }, [
    () => reviewed(recordOf(paymentIdOf(payment), { refunds: [refundRecord(`re_${id}`, 2000)] })),
    () => createAccountRecords(database.db, { codeKeys }).erase(leaving),
  ])
  expect(erased).toEqual({ kind: 'erased', customerId: null })
})

test('every balance agrees with the ledger', async () => {
  expect(await kit.differences()).toEqual([])
})
