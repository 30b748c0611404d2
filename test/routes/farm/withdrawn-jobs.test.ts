// An order whose payment is reversed is not printed: its print jobs are withdrawn, its printer is told to stop, and
// nothing of it can be claimed.
import { beforeEach, expect } from 'bun:test'
import { type Claim, clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { paymentOf, usePaymentDesk } from '../../../testing/people/payment-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, post, board } = usePaymentDesk()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(async () => {
  await clearFarm(service)
  await service.db.deleteFrom('print_files').execute()
})

/** Creates a paid and queued order: one part is on a printer, the other one waits. */
async function printing() {
  const code = await farm.order({ quantity: '2' })
  await farm.queue(code)
  const job = await mustClaim(farm)
  await service.stripe.deliver()
  return { code, job, ...(await paymentOf(service, code)) }
}

const report = ({ id, lease }: Claim, what: 'heartbeat' | 'done', more: object = {}) =>
  farm.asFarm(`/api/farm/jobs/${id}/${what}`, { lease, ...more })

async function expectPrinting({ code, job }: { code: string; job: Claim }): Promise<void> {
  expect(await good(report(job, 'heartbeat'))).toMatchObject({ stop: null })
  expect((await farm.jobs(code)).map(({ state }) => state)).toEqual(['claimed', 'queued'])
}

async function expectWithdrawn(
  { code, job }: { code: string; job: Claim },
  reason: string,
): Promise<void> {
  const withdrawn = { state: 'cancelled', reason }
  expect(await farm.jobs(code)).toMatchObject([withdrawn, withdrawn])
  expect(await good(report(job, 'heartbeat'))).toMatchObject({ stop: reason })
  expect(await refusal(report(job, 'done', { good: 1 }))).toEqual([
    409,
    `This job was withdrawn: ${reason} Nothing was recorded.`,
  ])
  expect(await farm.claim()).toBeNull()
}

verifies('farm.withdrawn', 'a dispute withdraws the jobs and holds the order', async () => {
  const order = await printing()
  await service.stripe.openDispute({ payment: order.payment })
  await service.stripe.deliver({ copies: 2 })
  await expectWithdrawn(order, 'The customer’s bank disputes the payment (fraudulent).')
  // The order is held, so it cannot be queued again either.
  const [status] = await refusal(farm.asOperator(`/api/farm/orders/${order.code}/queue`, {}))
  expect(status).toBe(409)
})

verifies('farm.withdrawn', 'an inquiry of the bank withdraws the jobs', async () => {
  const order = await printing()
  await service.stripe.openDispute({ payment: order.payment, inquiry: true })
  await service.stripe.deliver()
  await expectWithdrawn(order, 'The customer’s bank asks about the payment (fraudulent).')
})

verifies('farm.withdrawn', 'a bank’s fraud warning withdraws the jobs', async () => {
  const order = await printing()
  await service.stripe.warnOfFraud({ payment: order.payment, fraudType: 'misc' })
  await service.stripe.deliver()
  await expectWithdrawn(order, 'The customer’s bank reported the payment as fraud (misc).')
})

verifies(
  'farm.withdrawn',
  'a lost dispute withdraws the jobs of an order that an operator released',
  async () => {
    const order = await printing()
    const { id: dispute } = await service.stripe.openDispute({ payment: order.payment })
    await service.stripe.deliver()
    await good(post(`/api/operator/orders/${order.code}/release`, {}))
    await farm.queue(order.code)
    const again = await mustClaim(farm)
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    await service.stripe.deliver()
    const reason = 'A dispute took the payment back.'
    expect(await good(report(again, 'heartbeat'))).toMatchObject({ stop: reason })
    expect((await farm.jobs(order.code)).map(({ state }) => state)).not.toContain('queued')
    expect(await farm.claim()).toBeNull()
  },
)

verifies(
  'farm.withdrawn',
  'by a refund in full at the card processor, not by a partial one',
  async () => {
    const order = await printing()
    const { refundableCents } = await board(order.code)
    await service.stripe.refundInDashboard({ payment: order.payment, amountCents: 100 })
    await service.stripe.deliver()
    await expectPrinting(order)
    await service.stripe.refundInDashboard({
      payment: order.payment,
      amountCents: refundableCents - 100,
    })
    await service.stripe.deliver()
    await expectWithdrawn(order, 'The order was refunded in full.')
  },
)

verifies(
  'farm.withdrawn',
  'a refund in full that was pending withdraws the jobs once it has succeeded',
  async () => {
    const order = await printing()
    const { refundableCents: amountCents } = await board(order.code)
    await service.stripe.planRefund({ payment: order.payment, outcome: { status: 'pending' } })
    const asked = await post(`/api/operator/orders/${order.code}/refund`, {
      amountCents,
      reason: 'A test.',
    })
    expect(asked.status).toBe(202)
    // Nothing more is claimed while the refund is pending, and the printer continues: the refund may fail.
    expect(await farm.claim()).toBeNull()
    const { processor_refund_id: refund } = await service.db
      .selectFrom('refunds')
      .select('processor_refund_id')
      .where('payment_id', '=', order.payment)
      .executeTakeFirstOrThrow()
    await service.stripe.settleRefund({ refund: refund ?? '', to: 'succeeded' })
    await service.stripe.deliver()
    await expectWithdrawn(order, 'The order was refunded in full.')
  },
)

verifies('farm.withdrawn', 'the refund of a closed order withdraws the jobs', async () => {
  const order = await printing()
  const change = { status: 'CANCELLED', refund: 'full' }
  await good(
    post(
      `/api/operator/orders/${order.code}/status`,
      await statusChange(service.deps, order.code, change),
    ),
  )
  await service.stripe.deliver()
  await expectWithdrawn(order, 'The order is cancelled.')
})
