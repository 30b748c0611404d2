// Refunds of purchases at the desk: written before the processor is called, and never repeated. The processor is a
// list of its requests; executed requests form its record.

import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { PaymentId } from '../../../server/domain/base/ids/payment-id.ts'
import type { PurchaseId } from '../../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import {
  refundPurchase,
  settlePurchaseRefunds,
} from '../../../server/domain/operators/refund-purchase.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import type { RefundOutcome } from '../../../server/domain/payments/refund-outcome.ts'
import type { RecordedRefund } from '../../../server/domain/payments/returns.ts'
import { recordOf, useReturns } from './returns-fixture.ts'

const { database, deskDeps, paidCard, orderWith, booked, differences } = useReturns()

type Asked = { refundId: string; paymentId: string; amountCents: number | 'rest'; reason: string }

/** `answers`: the outcome of each call; a refused call does nothing. */
function processor(responses: readonly ('made' | 'made, no answer' | 'refused' | 'lost')[]) {
  const asked: Asked[] = []
  const record: RecordedRefund[] = []
  let isReadable = true
  const payments = {
    refundPayment: async (request: Asked): Promise<RefundOutcome> => {
      const response = responses[asked.push(request) - 1]
      if (response === 'lost') return { kind: 'unknown' }
      if (response === 'refused') {
        return { kind: 'failed', reason: 'Insufficient funds', processorRefundId: null }
      }
      const { refundId, amountCents } = request
      const processorRefundId = `re_${refundId}`
      const outcome = { kind: 'succeeded', processorRefundId } as const
      if (record.every((each) => each.refundId !== refundId)) {
        record.push({
          processorRefundId,
          refundId: refundIdOf(refundId),
          amountCents: Number(amountCents),
          outcome,
        })
      }
      return response === 'made' ? outcome : { kind: 'unknown' }
    },
    findRefund: async ({ refundId }: Pick<Asked, 'refundId'>) => {
      if (!isReadable) throw new ProcessorUnavailable('down')
      return record.find((each) => each.refundId === refundId)?.outcome ?? null
    },
    readReturns: async (paymentId: PaymentId) => {
      if (!isReadable) throw new ProcessorUnavailable('down')
      return recordOf(paymentId, { refunds: record })
    },
  }
  return { asked, record, payments, breakReads: (broken: boolean) => (isReadable = !broken) }
}

const refund = (stage: ReturnType<typeof processor>, id: PurchaseId, body: object = {}) =>
  refundPurchase(deskDeps(stage.payments), 'ada@example.com', { id, reason: 'Mistake.', ...body })

const refusalOf = async (outcome: ReturnType<typeof refund>) => {
  const result = await outcome
  return result.ok ? null : result.failure
}

test('a refused refund is final: the next request is another refund', async () => {
  const { id } = await paidCard(2000)
  const stage = processor(['refused', 'refused', 'made'])
  const refused = { kind: 'purchase_refund_refused', reason: 'Insufficient funds' } as const
  expect(await refusalOf(refund(stage, id))).toEqual(refused)
  expect(await refusalOf(refund(stage, id))).toEqual(refused)
  expect(await refusalOf(refund(stage, id))).toBeNull()
  expect(new Set(stage.asked.map(({ refundId }) => refundId)).size).toBe(3)
  expect(await booked(id)).toEqual([['gift_card_reversed', 'gift_cards', 'processor', 2000]])
})

test.each(['made', 'made, no answer'] as const)(
  'a refund that was %s and not read yet is not repeated, whatever the next reason and amount',
  async (response) => {
    const { id } = await paidCard(2000)
    const stage = processor([response])
    stage.breakReads(true)
    await refund(stage, id, { amountCents: 500 })
    expect(await refusalOf(refund(stage, id, { amountCents: 500, reason: 'Another.' }))).toEqual({
      kind: 'processor_unavailable',
    })
    expect(await refusalOf(refund(stage, id, { amountCents: 700 }))).toEqual({
      kind: 'purchase_refund_open',
      amountCents: 500,
    })
    stage.breakReads(false)
    expect(await refusalOf(refund(stage, id, { amountCents: 500, reason: 'Another.' }))).toBeNull()
    expect(stage.asked).toHaveLength(1)
    expect(await booked(id)).toEqual([['gift_card_reversed', 'gift_cards', 'processor', 500]])
    // The refund was applied, so the next one is another refund.
    expect(await refusalOf(refund(stage, id, { amountCents: 700 }))).toBeNull()
    expect(stage.record.map(({ amountCents }) => amountCents)).toEqual([500, 700])
  },
)

test('a request that never arrived is repeated under its key, and has failed after 23 hours', async () => {
  const { id } = await paidCard(2000)
  const stage = processor(['lost', 'lost', 'made'])
  await refund(stage, id)
  await refund(stage, id)
  const [first, second] = stage.asked
  expect(second).toEqual(first as Asked)
  await sql`update purchase_refunds set created_at = now() - interval '23 hours 1 minute' where purchase_id = ${id}`.execute(
    database.db,
  )
  expect(await refusalOf(refund(stage, id))).toEqual({
    kind: 'purchase_refund_refused',
    reason: 'The refund never reached the card processor',
  })
  expect(await refusalOf(refund(stage, id))).toBeNull()
  expect(stage.asked.at(-1)?.refundId).not.toBe(first?.refundId)
  expect(stage.record).toHaveLength(1)
})

const settle = (stage: ReturnType<typeof processor>) =>
  settlePurchaseRefunds(deskDeps(stage.payments), { startedSecondsAgo: 0 })

/** Sets the time of the worker's last check and the age of the refund. */
const aged = (purchaseId: string, hours: number) =>
  sql`update purchase_refunds set created_at = now() - make_interval(hours => ${hours}), checked_at = now() - interval '61 minutes'
    where purchase_id = ${purchaseId}`.execute(database.db)

const stateOf = async (purchaseId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from purchase_refunds where purchase_id = ${purchaseId}`.execute(database.db)
  return rows.map(({ state }) => state)
}

test('the worker requests it again under its key', async () => {
  const { id } = await paidCard(2000)
  const stage = processor(['lost', 'made'])
  await refund(stage, id)
  // The refund is not due, because it was just checked.
  await sql`update purchase_refunds set checked_at = now() where purchase_id = ${id}`.execute(
    database.db,
  )
  await settle(stage)
  expect(stage.asked).toHaveLength(1)
  await aged(id, 1)
  await settle(stage)
  const [first, second] = stage.asked
  expect(second).toEqual(first as Asked)
  expect(await stateOf(id)).toEqual(['succeeded'])
  expect(await booked(id)).toEqual([['gift_card_reversed', 'gift_cards', 'processor', 2000]])
  await aged(id, 1)
  await settle(stage)
  expect(stage.asked).toHaveLength(2)
})

test('the worker applies a completed refund, leaves one that may be running, and abandons one after 23 hours', async () => {
  const { id } = await paidCard(2000)
  const stage = processor(['made, no answer', 'lost'])
  stage.breakReads(true)
  await refund(stage, id, { amountCents: 500 })
  await aged(id, 1)
  // The processor cannot be read.
  await settle(stage)
  expect(await stateOf(id)).toEqual(['open'])
  stage.breakReads(false)
  await aged(id, 1)
  await settlePurchaseRefunds(deskDeps(stage.payments), { startedSecondsAgo: 3601 })
  expect(await stateOf(id)).toEqual(['open'])
  await settle(stage)
  expect(await stateOf(id)).toEqual(['succeeded'])
  expect(stage.asked).toHaveLength(1)
  await refund(stage, id, { amountCents: 700 })
  await sql`update purchase_refunds set created_at = now() - interval '24 hours', checked_at = now() - interval '61 minutes'
    where purchase_id = ${id} and state = 'open'`.execute(database.db)
  await settle(stage)
  expect((await stateOf(id)).toSorted()).toEqual(['failed', 'succeeded'])
  expect(stage.asked).toHaveLength(2)
})

test('two concurrent operators make one refund', async () => {
  const { id } = await paidCard(2000)
  const stage = processor(['made', 'made'])
  await Promise.all([refund(stage, id), refund(stage, id)])
  expect(stage.record.map(({ amountCents }) => amountCents)).toEqual([2000])
})

test('without an amount, the spent part is not refunded', async () => {
  const { id, codeHash } = await paidCard(800)
  await orderWith(codeHash)
  const stage = processor(['made'])
  expect(await refusalOf(refund(stage, id))).toEqual({ kind: 'purchase_spent', leftCents: 800 })
  expect(stage.asked).toEqual([])
  expect(await refusalOf(refund(stage, id, { amountCents: 800 }))).toBeNull()
  expect(await refusalOf(refund(stage, id))).toEqual({
    kind: 'purchase_refund_too_large',
    leftCents: 0,
  })
})

test('every balance agrees with the ledger', async () => {
  expect(await differences()).toEqual([])
})
