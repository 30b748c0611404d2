// Actions of a bank on payments, or of a user in the processor's dashboard: the product learns of them from events
// and from its searches.

import type { BankAction } from './money-back-steps.ts'
import { pick } from './pick.ts'
import { accountOf } from './stage.ts'
import type { World } from './world.ts'

export async function actAtProcessor(world: World, action: BankAction): Promise<void> {
  const { processor, stage } = world
  switch (action.act) {
    case 'dispute': {
      const charge = await pickCharge(world, action.payment)
      if (charge === undefined) return
      const { payment, captured } = charge
      const amount = { part: Math.ceil(captured / 3), all: captured, rest: undefined }[action.share]
      const asked = { payment, inquiry: action.inquiry, ...(amount && { amountCents: amount }) }
      if (await processor.act((control) => control.openDispute(asked))) stage.tally.disputes += 1
      return
    }
    case 'decide dispute':
      return await decide(world, action)
    case 'warn of fraud': {
      const charge = await pickCharge(world, action.payment)
      if (charge === undefined) return
      const { payment } = charge
      if (await processor.act((control) => control.warnOfFraud({ payment }))) {
        stage.tally.fraudWarnings += 1
      }
      return
    }
    case 'refund elsewhere': {
      const charge = await pickCharge(world, action.payment)
      if (charge === undefined) return
      const { payment, captured } = charge
      const part = action.share === 'part' ? { amountCents: Math.ceil(captured / 3) } : {}
      if (await processor.act((control) => control.refundInDashboard({ payment, ...part }))) {
        stage.tally.refundsElsewhere += 1
      }
      return
    }
    case 'return refund':
      return await returnRefund(world, action.refund)
    case 'delete customer': {
      const { rows } = await stage.pool.query<{ customer: string }>(
        'select customer_id as customer from accounts where id = $1 and customer_id is not null',
        [accountOf(action.buyer)],
      )
      const [account] = rows
      if (account === undefined) return
      if (await processor.act((control) => control.deleteCustomer(account))) {
        stage.tally.deletedCustomers += 1
      }
    }
  }
}

/** Returns a payment that took money; 0 is the newest. */
async function pickCharge({ processor }: World, index: number) {
  const paid = (await processor.charges()).filter((each) => each.paid).toReversed()
  const charge = pick(paid, index)
  if (charge?.payment_intent == null) return undefined
  return { payment: charge.payment_intent, captured: charge.amount_captured }
}

/**
 * Decides a dispute. No rows are lost after the bank has reversed a decision: the processor would not repeat the
 * event of a lost reversal, and the review of open disputes reads no closed one.
 */
async function decide(
  { processor, stage, loss }: World,
  { dispute: index, to }: Extract<BankAction, { act: 'decide dispute' }>,
): Promise<void> {
  const dispute = pick((await processor.disputes()).toReversed(), index)
  if (dispute === undefined) return
  const { id, status } = dispute
  const reverses = (status === 'lost' && to === 'won') || (status === 'won' && to === 'lost')
  if (reverses && loss.happened) return
  if (!(await processor.act((control) => control.moveDispute({ dispute: id, to })))) return
  if (reverses) loss.isExcluded = true
  stage.tally.disputesDecided += 1
}

/**
 * Returns a refund through the bank, only when the rows know its success. Not in a run that loses rows: the processor
 * would not repeat the event of a lost return.
 */
async function returnRefund({ processor, stage, loss }: World, index: number): Promise<void> {
  if (loss.happened) return
  const { rows } = await stage.pool.query<{ id: string }>(
    `select id from (
        select processor_refund_id as id, created_at as at from refunds where state = 'succeeded' and processor_refund_id is not null
        union all select id, at from purchase_returns where kind = 'refund' and reinstated_at is null
      ) as known order by at, id`,
  )
  // An already returned refund may be known as succeeded until its event arrives.
  const kept = (await processor.refunds()).filter(({ status }) => status === 'succeeded')
  const refund = pick(
    rows.filter((row) => kept.some(({ id }) => id === row.id)),
    index,
  )
  if (refund === undefined) return
  loss.isExcluded = true
  await processor.act((control) => control.settleRefund({ refund: refund.id, to: 'failed' }))
}
